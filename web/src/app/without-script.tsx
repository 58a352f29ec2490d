import { company } from "#content/company.ts";
import { telHref } from "#lib/phone.ts";
import { m } from "#paraglide/messages.js";
import { LogoLink } from "./logo-link.tsx";

type WithoutScriptProps = { title: string; text: string };

/** What a page does, and how to reach us, for a browser that runs no script (A11Y-01.4). */
export const WithoutScript = ({ title, text }: WithoutScriptProps) => (
  <noscript>
    <div className="mx-auto grid max-w-168 gap-4 px-gutter py-8">
      <LogoLink label={m.logo_home({ companyName: company.name })} />
      <h1 className="text-2xl">{title.split(" | ")[0]}</h1>
      <p>{text}</p>
      <p>
        {m.without_script_reach_us()} <a href={telHref(company.phone)}>{company.phone}</a>,{" "}
        <a href={`mailto:${company.email}`}>{company.email}</a>, {company.hours}
      </p>
    </div>
  </noscript>
);
