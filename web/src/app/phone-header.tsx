import { company } from "#content/company.ts";
import { telHref } from "#lib/phone.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { LogoLink } from "./logo-link.tsx";

/** Header of the pages beside the wizard: the logo, and the number to call. */
export const PhoneHeader = () => (
  <header className="on-night px-gutter">
    <div className="mx-auto flex max-w-168 flex-wrap items-center justify-between gap-x-4 py-2">
      <LogoLink label={m.logo_home({ companyName: company.name })} />
      <Button className="print:hidden" variant="outline" href={telHref(company.phone)}>
        {company.phone}
      </Button>
    </div>
  </header>
);
