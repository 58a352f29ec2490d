import { company } from "#content/company.ts";
import { centreLinks, serviceAreas } from "#content/site-map.ts";
import { analyticsAttributes } from "#lib/analytics.ts";
import { paths } from "#lib/paths.ts";
import { telHref } from "#lib/phone.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { VisuallyHidden } from "#ui/visually-hidden.tsx";
import { copy } from "./copy.ts";
import { Logo } from "./logo.tsx";
import "./site-bar.css";

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

/** Top bar of every public page. Its menus are native elements, so they open before any script. */
export function SiteBar({ path, ground = "day" }: SiteBarProps) {
  const sectionLinks = path.startsWith("/legal") ? [] : sectionsFrom(path);

  return (
    <header className={`site-bar site-bar--${ground}${ground === "night" ? " on-night" : ""}`}>
      <div className="site-bar__row page">
        <Logo />
        <nav className="site-bar__centre" aria-label={copy.main}>
          {sectionLinks.map(({ label, href, event }) => (
            <a className="site-bar__link" key={label} href={href} {...analyticsAttributes(event)}>
              {label}
            </a>
          ))}
          <ServiceAreaMenu />
        </nav>
        <div className="site-bar__end">
          <a className="site-bar__link site-bar__phone" href={telHref(company.phone)}>
            <VisuallyHidden>{copy.call("")}</VisuallyHidden>
            {company.phone}
          </a>
          <Button variant="cta-green" href={paths.wizard.address} {...BOOK}>
            {copy.estimate}
          </Button>
        </div>
        <button className="site-bar__menu" type="button" popoverTarget={MENU_ID}>
          <Icon name="menu" />
          <VisuallyHidden>{copy.menu}</VisuallyHidden>
        </button>
      </div>
      <SmallScreenMenu links={sectionLinks} />
    </header>
  );
}

// A section on the same page is scrolled to; from elsewhere the link goes to the home page
// (NAV-04).
function sectionsFrom(path: string) {
  const isCityPage = path.startsWith("/tx/");
  return centreLinks.map(({ label, anchor, isOnCityPages, event }) => {
    const isHere = path === paths.home || (isCityPage && isOnCityPages);
    return { label, event, href: isHere ? anchor : `${paths.home}${anchor}` };
  });
}

function ServiceAreaMenu() {
  return (
    <details className="site-bar__areas" data-menu>
      <summary className="site-bar__link">
        {copy.areas}
        <Icon name="chevron-down" size="sm" />
      </summary>
      <div className="site-bar__drop">
        {serviceAreas.map(({ label, href }) => (
          <a className="site-bar__link" key={label} href={href} {...AREA}>
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
    <div className="site-menu on-night" id={MENU_ID} popover="auto" data-menu>
      <div className="site-menu__head page">
        <Logo />
        <button
          className="site-bar__menu"
          type="button"
          popoverTarget={MENU_ID}
          popoverTargetAction="hide"
        >
          <Icon name="close" />
          <VisuallyHidden>{copy.close}</VisuallyHidden>
        </button>
      </div>
      <nav className="site-menu__links page" aria-label={copy.menu}>
        {links.map(({ label, href, event }) => (
          <a className="site-menu__link" key={label} href={href} {...analyticsAttributes(event)}>
            {label}
          </a>
        ))}
        {serviceAreas.map(({ label, href }) => (
          <a className="site-menu__link" key={label} href={href} {...AREA}>
            {copy.areas}: {label}
          </a>
        ))}
        <div className="site-menu__actions">
          <Button variant="cta-green" size="lg" href={paths.wizard.address} {...BOOK}>
            {copy.estimate}
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
