import { company } from "#content/company.ts";
import { analyticsAttributes } from "#lib/analytics.ts";
import { paths } from "#lib/paths.ts";
import { smsHref, telHref } from "#lib/phone.ts";
import type { Picture as Made } from "#lib/pictures.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Picture } from "#ui/picture.tsx";
import { copy } from "./copy.ts";
import "./contact.css";

/** Closing call to action: estimate, call or text (HOME-01.4). */
export function Contact({ picture }: { picture: Made }) {
  const { title, text, textUs } = copy.contact;

  return (
    <section className="contact on-night" id="contact">
      <div className="contact__picture">
        <Picture picture={picture} alt={copy.contact.picture} />
      </div>
      <div className="contact__words page">
        <h2>{title}</h2>
        <p>{text}</p>
        <div className="contact__ways">
          <Button
            className="max-md:basis-full"
            variant="cta-green"
            size="lg"
            href={paths.wizard.address}
            {...analyticsAttributes("contact_estimate_clicked")}
          >
            {copy.estimate}
          </Button>
          <Button
            className="max-md:basis-full"
            variant="hero-dark"
            size="lg"
            href={telHref(company.phone)}
            {...analyticsAttributes("contact_call_clicked")}
          >
            <Icon name="phone" size="sm" />
            {company.phone}
          </Button>
          <Button
            className="max-md:basis-full"
            variant="hero-dark"
            size="lg"
            href={smsHref(company.phone)}
            {...analyticsAttributes("contact_text_clicked")}
          >
            <Icon name="message" size="sm" />
            {textUs}
          </Button>
        </div>
        <Diagnostic />
      </div>
    </section>
  );
}

function Diagnostic() {
  const { title, text, steps, book, message } = copy.contact.diagnostic;

  return (
    <section className="contact__diagnostic" id="diagnostic" aria-labelledby="diagnostic-title">
      <h3 id="diagnostic-title">{title}</h3>
      <p>{text}</p>
      <ol>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <Button
        variant="hero-dark"
        href={`${smsHref(company.phone)}?&body=${encodeURIComponent(message)}`}
        {...analyticsAttributes("contact_diagnostic_clicked")}
      >
        <Icon name="message" size="sm" />
        {book}
      </Button>
    </section>
  );
}
