import { company } from "#content/company.ts";
import { telHref } from "#lib/phone.ts";
import { pageWords } from "./copy.ts";

/** For browsers without scripts: offers sizing by phone. */
export const WithoutScript = () => (
  <noscript>
    <p className="page">
      {pageWords.noScript} <a href={telHref(company.phone)}>{company.phone}</a>
    </p>
  </noscript>
);
