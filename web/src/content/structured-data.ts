/** Structured data (schema.org) about the business, its questions and legal texts. */
import { metro } from "@market/company.json";
import { state, state_code } from "@market/place.json";
import { type City, serviceCenter } from "#content/cities/cities.ts";
import type { LegalDocument } from "#content/legal/legal-document.ts";
import type { FaqGroup } from "#content/passage.ts";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import { company } from "./company.ts";
import { plainText } from "./passage.ts";
import { startingDollars, startingPrice } from "./price-example.ts";

export type Thing = { "@type": string | readonly string[]; [property: string]: unknown };

const CONTEXT = { "@context": "https://schema.org" } as const;
const METRO = { "@type": "AdministrativeArea", name: `${metro}, ${state}` } as const;
const SERVICE = m.structured_data_service();

/** Business, website and organization: for the home page and legal pages. */
export const businessData = (site: string): Thing[] => [
  organization(site),
  website(site),
  business(site, METRO),
  service(site, { areaServed: METRO }),
];

/** Business data for one city's page, with its FAQ and breadcrumbs (NAV-07.3). */
export function cityData(city: City, zipCodes: readonly string[], site: string): Thing[] {
  const url = new URL(paths.city(city.slug), site).href;
  const place = {
    "@type": "City",
    name: city.name,
    containedInPlace: { "@type": "State", name: state },
  };
  const postalCodes = {
    "@type": "DefinedRegion",
    addressCountry: "US",
    addressRegion: state_code,
    postalCode: zipCodes,
  };
  return [
    organization(site),
    website(site),
    business(site, place),
    service(site, {
      name: m.structured_data_service_in({ city: city.name, state }),
      url,
      areaServed: [place, postalCodes],
    }),
    {
      "@type": "FAQPage",
      ...faqData([{ id: "city", title: city.name, questions: city.questions }]),
    },
    breadcrumbs(site, [{ name: city.name, url }]),
  ];
}

function organization(site: string): Thing {
  return {
    ...CONTEXT,
    "@type": "Organization",
    "@id": `${site}#organization`,
    name: company.name,
    legalName: company.legalName,
    url: site,
    logo: new URL("/icon-512.png", site).href,
    telephone: company.phone,
    email: company.email,
  };
}

function website(site: string): Thing {
  return {
    ...CONTEXT,
    "@type": "WebSite",
    "@id": `${site}#website`,
    name: company.name,
    url: site,
    inLanguage: LOCALE,
    publisher: { "@id": `${site}#organization` },
  };
}

function business(site: string, areaServed: object): Thing {
  return {
    ...CONTEXT,
    "@type": ["LocalBusiness", "HomeAndConstructionBusiness"],
    "@id": `${site}#business`,
    name: company.name,
    url: site,
    image: new URL("/og/home.jpg", site).href,
    telephone: company.phone,
    email: company.email,
    address: {
      "@type": "PostalAddress",
      addressLocality: serviceCenter.locality,
      addressRegion: state_code,
      postalCode: serviceCenter.zipCode,
      addressCountry: "US",
    },
    areaServed,
    priceRange: m.structured_data_price_from({ price: startingPrice }),
    parentOrganization: { "@id": `${site}#organization` },
  };
}

function service(site: string, about: object): Thing {
  return {
    ...CONTEXT,
    "@type": "Service",
    name: SERVICE,
    serviceType: SERVICE,
    provider: { "@id": `${site}#business` },
    offers: {
      "@type": "Offer",
      priceCurrency: "USD",
      priceSpecification: {
        "@type": "PriceSpecification",
        minPrice: startingDollars,
        priceCurrency: "USD",
      },
    },
    ...about,
  };
}

function breadcrumbs(site: string, crumbs: readonly { name: string; url: string }[]): Thing {
  const steps = [{ name: company.name, url: site }, ...crumbs];
  return {
    ...CONTEXT,
    "@type": "BreadcrumbList",
    itemListElement: steps.map(({ name, url }, before) => ({
      "@type": "ListItem",
      position: before + 1,
      name,
      item: url,
    })),
  };
}

export function faqData(groups: readonly FaqGroup[]): object {
  return {
    "@context": "https://schema.org",
    "@type": "FAQPage",
    mainEntity: groups
      .flatMap((group) => group.questions)
      .map(({ question, answer }) => ({
        "@type": "Question",
        name: question,
        acceptedAnswer: { "@type": "Answer", text: plainText(answer) },
      })),
  };
}

export function legalData(document: LegalDocument, site: string): object[] {
  return [
    ...businessData(site),
    {
      "@context": "https://schema.org",
      "@type": "WebPage",
      name: document.name,
      description: document.description,
      url: new URL(document.path, site).href,
      dateModified: document.dated.day,
      publisher: { "@id": `${site}#organization` },
      ...(document.version && { version: document.version }),
    },
  ];
}
