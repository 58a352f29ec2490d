/** Links of the top bar and the footer. */
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
  { label: "Houston", href: `${paths.city("houston")}#coverage-section` },
];

export const cities: readonly Link[] = [
  ["houston", "Houston"],
  ["the-woodlands", "The Woodlands"],
  ["tomball", "Tomball"],
  ["spring", "Spring"],
  ["cypress", "Cypress"],
  ["katy", "Katy"],
  ["sugar-land", "Sugar Land"],
  ["conroe", "Conroe"],
].map(([slug, label]) => ({ label: label ?? "", href: paths.city(slug ?? "") }));

export const exploreLinks: readonly Link[] = [
  ...centreLinks.map(({ label, anchor }) => ({ label, href: `/${anchor}` })),
  { label: "Service Area", href: `${paths.city("houston")}#coverage-section` },
  { label: "Book Installation", href: paths.wizard.address },
  { label: "FAQ", href: paths.faq },
];

export const legalLinks: readonly Link[] = [
  { label: "Installation Agreement", href: paths.legal.agreement },
  { label: "Photo Review Policy", href: paths.legal.photoReview },
  { label: "Privacy Policy", href: paths.legal.privacy },
  { label: "Terms of Use", href: paths.legal.terms },
];
