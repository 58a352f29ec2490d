import { metro } from "@market/company.json";
import { company } from "#content/company.ts";
import { cities, exploreLinks, type Link, legalLinks } from "#content/site-map.ts";
import { smsHref, telHref } from "#lib/phone.ts";
import { m } from "#paraglide/messages.js";
import { VisuallyHidden } from "#ui/visually-hidden.tsx";
import { Logo } from "./site-bar.tsx";

export function SiteFooter() {
  return (
    <footer className="on-night pt-16 pb-8 text-sm text-quiet">
      <div className="page grid grid-cols-2 gap-x-6 gap-y-10 lg:grid-cols-[2fr_1fr_1fr_1fr]">
        <div className="grid max-w-80 content-start gap-4 max-lg:col-span-full">
          <Logo />
          <p>{m.site_nav_promise({ metro })}</p>
          <p>
            Call{" "}
            <a className="whitespace-nowrap text-ink" href={telHref(company.phone)}>
              {company.phone}
            </a>{" "}
            or{" "}
            <a className="whitespace-nowrap text-ink" href={smsHref(company.phone)}>
              text us
            </a>
            <br />
            {company.hours}
          </p>
        </div>
        <LinkList title={m.site_nav_explore()} links={exploreLinks} />
        <LinkList title={m.site_nav_nearby()} links={cities} />
        <LinkList title={m.site_nav_legal()} links={legalLinks} />
      </div>
      <div className="page mt-12 flex flex-wrap items-end justify-between gap-6 before:h-px before:basis-full before:bg-line">
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
              className="inline-flex min-h-9 items-center no-underline hover:text-ink hover:underline"
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
