import { metro } from "@market/company.json";
import { company } from "#content/company.ts";
import {
  centreLinks,
  cities,
  exploreLinks,
  type Link,
  legalLinks,
  serviceAreas,
} from "#content/site-map.ts";
import { analyticsAttributes } from "#lib/analytics.ts";
import { isCityPage, paths } from "#lib/paths.ts";
import { smsHref, telHref } from "#lib/phone.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { PhoneLink } from "#ui/call-us.tsx";
import { Icon } from "#ui/icon.tsx";
import { VisuallyHidden } from "#ui/visually-hidden.tsx";
import { withParts } from "#ui/with-parts.tsx";

type SiteBarProps = {
  /** Path of the page, which may contain the linked sections itself. */
  path: string;
  ground?: "day" | "night" | undefined;
};

const MENU_ID = "site-menu";
const BOOK = analyticsAttributes("navbar_book_clicked", { event_category: "conversion", value: 1 });
const AREA = analyticsAttributes("navbar_service_area_clicked", {
  event_category: "navigation",
  event_label: "navbar",
});

const GROUNDS = { day: "border-line bg-surface", night: "on-night border-transparent" };
const LINK =
  "inline-flex min-h-target items-center gap-1 rounded-sm px-3.5 text-sm font-medium whitespace-nowrap no-underline transition-colors hover:bg-glass-surface";
const MENU_BUTTON =
  "-me-2.5 inline-grid size-target cursor-pointer place-items-center rounded-sm bg-transparent p-0 lg:hidden";
const MENU_LINK =
  "flex min-h-15 items-center border-b border-line text-lg font-medium no-underline";

/** Top bar of every public page. Its menus are native elements, so they open before any script. */
export function SiteBar({ path, ground = "day" }: SiteBarProps) {
  const sectionLinks = path.startsWith("/legal") ? [] : sectionsFrom(path);

  return (
    <header
      className={`sticky top-0 z-40 h-bar border-b [@media(height<36em)]:static ${GROUNDS[ground]}`}
    >
      {/* The center column has its width before the links are loaded, so nothing shifts. */}
      <div className="page flex h-full items-center justify-between gap-4 lg:grid lg:grid-cols-[1fr_26.5625rem_1fr]">
        <Logo />
        <nav className="hidden items-center gap-1 lg:flex" aria-label={m.site_nav_main()}>
          {sectionLinks.map(({ label, href, event }) => (
            <a className={LINK} key={label} href={href} {...analyticsAttributes(event)}>
              {label}
            </a>
          ))}
          <ServiceAreaMenu />
        </nav>
        <div className="hidden items-center gap-2 lg:flex lg:justify-self-end">
          <a className={`${LINK} tabular-nums`} href={telHref(company.phone)}>
            <VisuallyHidden>{m.site_nav_call({ phone: "" })}</VisuallyHidden>
            {company.phone}
          </a>
          <Button variant="cta-green" href={paths.wizard.address} {...BOOK}>
            {m.site_nav_estimate()}
          </Button>
        </div>
        <button className={MENU_BUTTON} type="button" popoverTarget={MENU_ID}>
          <Icon name="menu" />
          <VisuallyHidden>{m.site_nav_menu()}</VisuallyHidden>
        </button>
      </div>
      <SmallScreenMenu links={sectionLinks} />
    </header>
  );
}

// A section on the same page is scrolled to; from elsewhere the link goes to the home page
// (NAV-04).
function sectionsFrom(path: string) {
  const isOfCity = isCityPage(path);
  return centreLinks.map(({ label, anchor, isOnCityPages, event }) => {
    const isHere = path === paths.home || (isOfCity && isOnCityPages);
    return { label, event, href: isHere ? anchor : `${paths.home}${anchor}` };
  });
}

function ServiceAreaMenu() {
  return (
    <details className="relative" data-menu>
      <summary className={`${LINK} list-none [&::-webkit-details-marker]:hidden`}>
        {m.site_nav_areas()}
        <Icon name="chevron-down" size="sm" />
      </summary>
      <div className="absolute top-[calc(100%+0.375rem)] left-0 grid min-w-48 rounded-md border border-line bg-surface-raised p-1.5 shadow-md">
        {serviceAreas.map(({ label, href }) => (
          <a className={LINK} key={label} href={href} {...AREA}>
            {label}
          </a>
        ))}
      </div>
    </details>
  );
}

type SmallScreenMenuProps = { links: ReturnType<typeof sectionsFrom> };

function SmallScreenMenu({ links }: SmallScreenMenuProps) {
  return (
    <div
      className="on-night fixed inset-0 h-dvh max-h-none w-full max-w-none overflow-auto p-0"
      id={MENU_ID}
      popover="auto"
      data-menu
    >
      <div className="page flex h-bar items-center justify-between">
        <Logo />
        <button
          className={MENU_BUTTON}
          type="button"
          popoverTarget={MENU_ID}
          popoverTargetAction="hide"
        >
          <Icon name="close" />
          <VisuallyHidden>{m.site_nav_close()}</VisuallyHidden>
        </button>
      </div>
      <nav className="page grid py-6" aria-label={m.site_nav_menu()}>
        {links.map(({ label, href, event }) => (
          <a className={MENU_LINK} key={label} href={href} {...analyticsAttributes(event)}>
            {label}
          </a>
        ))}
        {serviceAreas.map(({ label, href }) => (
          <a className={MENU_LINK} key={label} href={href} {...AREA}>
            {m.site_nav_areas()}: {label}
          </a>
        ))}
        <div className="mt-8 grid gap-4">
          <Button variant="cta-green" size="lg" href={paths.wizard.address} {...BOOK}>
            {m.site_nav_estimate()}
          </Button>
          <Button variant="outline" size="lg" href={telHref(company.phone)}>
            <Icon name="phone" size="sm" />
            {company.phone}
          </Button>
        </div>
      </nav>
    </div>
  );
}

function Logo() {
  return (
    <a
      className="inline-flex min-h-target items-center text-lg font-bold tracking-[-0.02em] text-ink no-underline"
      href={paths.home}
      aria-label={m.site_nav_home({ company: company.name })}
    >
      {/* Staff's own logo takes the place of what is inside (look_style of the server). */}
      <span className="brand inline-flex items-center gap-2">
        <svg className="size-7" viewBox="0 0 32 32" aria-hidden="true">
          <path
            className="fill-none stroke-current stroke-[2.25] [stroke-linejoin:round]"
            d="M16 3 3.5 13v16h25V13z"
          />
          <path className="fill-glow" d="M17 17h6v7h-6z" />
        </svg>
        <span>{company.name}</span>
      </span>
    </a>
  );
}

export function SiteFooter() {
  return (
    <footer className="on-night pt-10 pb-8 md:pt-16 text-sm text-quiet">
      <div className="page grid grid-cols-2 gap-x-6 gap-y-6 max-lg:[&>nav:nth-of-type(2)]:row-span-2 lg:grid-cols-[2fr_1fr_1fr_1fr]">
        <div className="grid max-w-80 content-start gap-4 max-lg:col-span-full">
          <Logo />
          <p className="max-md:hidden">{m.site_nav_promise({ metro })}</p>
          <p>
            {withParts(m.site_nav_contact({ phone: "{phone}", text: "{text}" }), {
              phone: <PhoneLink className="whitespace-nowrap text-ink" />,
              text: (
                <a className="whitespace-nowrap text-ink" href={smsHref(company.phone)}>
                  {m.site_nav_text_us()}
                </a>
              ),
            })}
            <br />
            {m.site_nav_visits({ hours: company.hours })}
            <br />
            {m.site_nav_support({ hours: company.supportHours })}
          </p>
        </div>
        <LinkList title={m.site_nav_explore()} links={exploreLinks} />
        <LinkList title={m.site_nav_nearby()} links={cities} />
        <LinkList title={m.site_nav_legal()} links={legalLinks} />
      </div>
      <div className="page mt-6 flex flex-wrap items-end justify-between gap-4 md:mt-12 md:gap-6 before:h-px before:basis-full before:bg-line">
        <p className="text-xs">
          {company.legalName} · {company.licence} · {company.regulator}
        </p>
        <p className="flex flex-wrap items-center gap-4">
          <VisuallyHidden>{m.site_nav_language()}: </VisuallyHidden>
          <abbr
            className="font-semibold text-ink no-underline"
            title={m.site_nav_english()}
            aria-current="true"
          >
            EN
          </abbr>
          <span>
            <abbr className="no-underline" title={m.site_nav_spanish()}>
              ES
            </abbr>{" "}
            {m.site_nav_spanish_soon()}
          </span>
          <a className="inline-flex min-h-target items-center text-ink" href="#top">
            {m.site_nav_back_to_top()}
          </a>
        </p>
      </div>
    </footer>
  );
}

function LinkList({ title, links }: { title: string; links: readonly Link[] }) {
  return (
    <nav aria-label={title}>
      <h2 className="mb-2 text-sm tracking-normal text-ink">{title}</h2>
      <ul className="list-none">
        {links.map(({ label, href }) => (
          <li key={label}>
            <a
              className="inline-flex min-h-target items-center no-underline hover:text-ink hover:underline"
              href={href}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
