import { company } from "#content/company.ts";
import { cities, exploreLinks, type Link, legalLinks } from "#content/site-map.ts";
import { smsHref, telHref } from "#lib/phone.ts";
import { VisuallyHidden } from "#ui/visually-hidden.tsx";
import { copy } from "./copy.ts";
import { Logo } from "./logo.tsx";
import "./site-footer.css";

export function SiteFooter() {
  return (
    <footer className="site-footer on-night">
      <div className="site-footer__grid page">
        <div className="site-footer__who">
          <Logo />
          <p>{copy.promise}</p>
          <p>
            Call <a href={telHref(company.phone)}>{company.phone}</a> or{" "}
            <a href={smsHref(company.phone)}>text us</a>
            <br />
            {company.hours}
          </p>
        </div>
        <LinkList title={copy.explore} links={exploreLinks} />
        <LinkList title={copy.nearby} links={cities} />
        <LinkList title={copy.legal} links={legalLinks} />
      </div>
      <div className="site-footer__end page">
        <p className="site-footer__small">
          {company.legalName} · {company.licence} · {company.regulator}
        </p>
        <p className="site-footer__languages">
          <VisuallyHidden>{copy.language}: </VisuallyHidden>
          <abbr title={copy.english} aria-current="true">
            EN
          </abbr>
          <span className="site-footer__soon">
            <abbr title={copy.spanish}>ES</abbr> {copy.spanishSoon}
          </span>
          <a href="#top">{copy.backToTop}</a>
        </p>
      </div>
    </footer>
  );
}

function LinkList({ title, links }: { title: string; links: readonly Link[] }) {
  return (
    <nav aria-label={title}>
      <h2 className="site-footer__title">{title}</h2>
      <ul className="site-footer__links">
        {links.map(({ label, href }) => (
          <li key={label}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
