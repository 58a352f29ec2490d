/** What search engines are told about the business (schema.org). */
import { company } from "#content/company.ts";

const AREA = { "@type": "AdministrativeArea", name: "Greater Houston, Texas" };

/** The business, the site and its organization, for the home page. */
export function businessData(site: string): object[] {
  const organization = { "@type": "Organization", "@id": `${site}#organization` };
  return [
    {
      "@context": "https://schema.org",
      ...organization,
      name: company.name,
      legalName: company.legalName,
      url: site,
      telephone: company.phone,
      email: company.email,
    },
    {
      "@context": "https://schema.org",
      "@type": "WebSite",
      "@id": `${site}#website`,
      name: company.name,
      url: site,
      publisher: organization,
    },
    {
      "@context": "https://schema.org",
      "@type": "HomeAndConstructionBusiness",
      "@id": `${site}#business`,
      name: company.name,
      url: site,
      telephone: company.phone,
      areaServed: AREA,
      priceRange: "From $4,990",
      parentOrganization: organization,
    },
    {
      "@context": "https://schema.org",
      "@type": "Service",
      name: "Home standby generator installation",
      areaServed: AREA,
      provider: { "@id": `${site}#business` },
      offers: { "@type": "Offer", price: "4990", priceCurrency: "USD" },
    },
  ];
}
