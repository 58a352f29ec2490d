import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { hrefOf } from "#test-support.ts";
import { SiteBar, SiteFooter } from "./site-nav.tsx";

const hrefs = (links: HTMLElement[]) => links.map((link) => link.getAttribute("href"));

const linksOf = (nav: string) =>
  within(screen.getByRole("navigation", { name: nav })).getAllByRole("link");

const mainLinks = () =>
  within(screen.getByRole("navigation", { name: "Main" })).queryAllByRole("link");

test("NAV-03.1 NAV-03.2 NAV-05.2 logo, phone, Free Estimate, menus without a script", () => {
  const { container } = render(<SiteBar path="/" />);
  const [estimate] = screen.getAllByRole("link", { name: "Free Estimate" });
  const menu = container.querySelector<HTMLElement>("[popover]");

  expect(hrefs(screen.getAllByRole("link", { name: /Standby/ }))).toContain("/");
  expect(hrefOf("Call (713) 555-0142")).toBe("tel:+17135550142");
  expect(estimate?.getAttribute("href")).toBe("/installation-wizard");
  expect(estimate?.className).toContain("bg-action");
  expect(hrefOf("Houston")).toBe("/tx/houston/home-generator-installation#coverage-section");
  expect(screen.getByRole("button", { name: "Menu" }).getAttribute("popovertarget")).toBe(menu?.id);
  expect(screen.getByRole("button", { name: "Close menu", hidden: true })).toBeTruthy();
  expect(menu?.textContent).toMatch(/How it Works.*Pricing.*Reviews.*Houston.*Free Estimate/);
});

test.each([
  ["/", ["#benefits", "#pricing-clarity", "#stories"]],
  ["/faq", ["/#benefits", "/#pricing-clarity", "/#stories"]],
  ["/tx/katy/home-generator-installation", ["#benefits", "#pricing-clarity", "/#stories"]],
  ["/legal/privacy", []],
])("NAV-04.1 NAV-04.3 on %s the centre links lead to %j", (path, linkHrefs) => {
  render(<SiteBar path={path} />);

  const links = hrefs(mainLinks()).filter((href) => /#(benefits|pricing|stories)/.test(href ?? ""));
  expect(links).toEqual(linkHrefs);
});

test("NAV-06.1 NAV-06.2 the footer leads everywhere, names languages, goes to the top", () => {
  render(<SiteFooter />);
  const explore = within(screen.getByRole("navigation", { name: "Explore" }));

  expect(explore.getAllByRole("link").map((link) => link.textContent)).toEqual([
    "How it Works",
    "Pricing",
    "Reviews",
    "Service Area",
    "Book Installation",
    "FAQ",
  ]);
  expect(hrefs(linksOf("Legal"))).toEqual([
    "/legal/installation-agreement",
    "/legal/photo-review-policy",
    "/legal/privacy",
    "/legal/terms",
  ]);
  for (const city of ["Houston", "The Woodlands", "Tomball", "Spring", "Cypress", "Katy"])
    expect(screen.getByRole("link", { name: city }).getAttribute("href")).toMatch(/^\/tx\//);
  expect(screen.getByText("EN").getAttribute("aria-current")).toBe("true");
  expect(screen.getByText("coming soon", { exact: false }).textContent).toContain("ES");
  expect(screen.getByText(/Visits: By appointment, Mon–Sat/)).toBeTruthy();
  expect(screen.getByText(/Phone support: Monday-Friday, 8 AM - 6 PM CST/)).toBeTruthy();
  expect(hrefOf("Back to top")).toBe("#top");
});

test("EVT-01.2 the bar's links say what their press is told as", () => {
  render(<SiteBar path="/" />);
  const label = (name: string) => {
    const { event, eventParams } = screen.getAllByRole("link", { name })[0]?.dataset ?? {};
    return [event, eventParams && JSON.parse(eventParams)];
  };

  expect(label("How it Works")).toEqual(["navbar_how_it_works_clicked", undefined]);
  expect(label("Pricing")).toEqual(["navbar_pricing_clicked", undefined]);
  expect(label("Reviews")).toEqual(["navbar_reviews_clicked", undefined]);
  expect(label("Houston")).toEqual([
    "navbar_service_area_clicked",
    { event_category: "navigation", event_label: "navbar" },
  ]);
  expect(label("Free Estimate")).toEqual([
    "navbar_book_clicked",
    { event_category: "conversion", value: 1 },
  ]);
});
