import { company } from "#content/company.ts";
import { paths } from "#lib/paths.ts";
import { telHref } from "#lib/phone.ts";
import { Button } from "#ui/button.tsx";

export function NotFound() {
  return (
    <section className="on-night grid min-h-[calc(100svh-var(--bar-height)-6rem)] items-center">
      <div className="page grid gap-6 py-16">
        <p className="font-semibold text-glow tabular-nums">404</p>
        <h1>Oops! Page not found</h1>
        <p className="max-w-[44ch] text-quiet">
          Nothing is at this address. If a link brought you here, call us at{" "}
          <a href={telHref(company.phone)}>{company.phone}</a> and we will find what you were after.
        </p>
        <div className="flex flex-wrap gap-4">
          <Button variant="hero" size="lg" href={paths.home}>
            Return to Home
          </Button>
          <Button variant="outline" size="lg" href={paths.wizard.address}>
            Get A Free Estimate
          </Button>
        </div>
      </div>
    </section>
  );
}
