import { company } from "#content/company.ts";
import { paths } from "#lib/paths.ts";
import { telHref } from "#lib/phone.ts";
import { Button } from "#ui/button.tsx";
import "./not-found.css";

export function NotFound() {
  return (
    <section className="not-found on-night">
      <div className="not-found__words page">
        <p className="not-found__code">404</p>
        <h1>Oops! Page not found</h1>
        <p>
          Nothing is at this address. If a link brought you here, call us at{" "}
          <a href={telHref(company.phone)}>{company.phone}</a> and we will find what you were after.
        </p>
        <div className="not-found__ways">
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
