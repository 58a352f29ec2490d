import { company } from "#content/company.ts";
import { telHref } from "#lib/phone.ts";
import { pageWords } from "./copy.ts";

/** For a browser that runs no script: a person does the sizing. */
export const WithoutScript = () => (
  <noscript>
    <p className="page">
      {pageWords.noScript} <a href={telHref(company.phone)}>{company.phone}</a>
    </p>
  </noscript>
);
