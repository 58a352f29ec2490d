/** Links of the top bar and the footer. */
import { footerCities } from "virtual:market";
import { city as mainCity } from "@market/place.json";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";

export type Link = { label: string; href: string };

/** Sections the top bar scrolls to (NAV-04.1). All are on the home page, some on city pages too. */
export const centreLinks = [
  {
    label: m.site_map_how_it_works(),
    anchor: "#benefits",
    isOnCityPages: true,
    event: "navbar_how_it_works_clicked",
  },
  {
    label: m.site_map_pricing(),
    anchor: "#pricing-clarity",
    isOnCityPages: true,
    event: "navbar_pricing_clicked",
  },
  {
    label: m.site_map_reviews(),
    anchor: "#stories",
    isOnCityPages: false,
    event: "navbar_reviews_clicked",
  },
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
  { label: m.site_nav_areas(), href: `${paths.mainCity}#coverage-section` },
  { label: m.site_map_book(), href: paths.wizard.address },
  { label: m.site_map_faq(), href: paths.faq },
];

export const legalLinks: readonly Link[] = [
  { label: m.site_map_agreement(), href: paths.legal.agreement },
  { label: m.site_map_photo_policy(), href: paths.legal.photoReview },
  { label: m.agreements_privacy_link(), href: paths.legal.privacy },
  { label: m.agreements_terms_link(), href: paths.legal.terms },
];
