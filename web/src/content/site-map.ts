/** Links of the top bar and the footer. */
import { footerCities } from "virtual:market";
import { city as mainCity } from "@market/place.json";
import { paths } from "#lib/paths.ts";

export type Link = { label: string; href: string };

/** Sections the top bar scrolls to (NAV-04.1). All are on the home page, some on city pages too. */
export const centreLinks = [
  {
    label: "How it Works",
    anchor: "#benefits",
    isOnCityPages: true,
    event: "navbar_how_it_works_clicked",
  },
  {
    label: "Pricing",
    anchor: "#pricing-clarity",
    isOnCityPages: true,
    event: "navbar_pricing_clicked",
  },
  { label: "Reviews", anchor: "#stories", isOnCityPages: false, event: "navbar_reviews_clicked" },
] as const;

export const serviceAreas: readonly Link[] = [
  { label: mainCity, href: `${paths.mainCity}#coverage-section` },
];

export const cities: readonly Link[] = footerCities.map(({ slug, name }) => ({
  label: name,
  href: paths.city(slug),
}));

export const exploreLinks: readonly Link[] = [
  ...centreLinks.map(({ label, anchor }) => ({ label, href: `/${anchor}` })),
  { label: "Service Area", href: `${paths.mainCity}#coverage-section` },
  { label: "Book Installation", href: paths.wizard.address },
  { label: "FAQ", href: paths.faq },
];

export const legalLinks: readonly Link[] = [
  { label: "Installation Agreement", href: paths.legal.agreement },
  { label: "Photo Review Policy", href: paths.legal.photoReview },
  { label: "Privacy Policy", href: paths.legal.privacy },
  { label: "Terms of Use", href: paths.legal.terms },
];
