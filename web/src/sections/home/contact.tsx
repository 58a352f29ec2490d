import { company } from "#content/company.ts";
import { told } from "#lib/analytics.ts";
import { paths } from "#lib/paths.ts";
import { smsHref, telHref } from "#lib/phone.ts";
import type { Picture as Made } from "#lib/pictures.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Picture } from "#ui/picture.tsx";
import { copy } from "./copy.ts";
import "./contact.css";

export function Contact({ picture }: { picture: Made }) {
  const { title, text, diagnostic, textUs } = copy.contact;

  return (
    <section className="contact on-night" id="contact">
      <div className="contact__picture">
        <Picture picture={picture} alt={copy.contact.picture} />
      </div>
      <div className="contact__words page">
        <h2>{title}</h2>
        <p>{text}</p>
        <p>{diagnostic}</p>
        <div className="contact__ways">
          <Button
            variant="cta-green"
            size="lg"
            href={paths.wizard.address}
            {...told("contact_estimate_clicked")}
          >
            {copy.estimate}
          </Button>
          <Button
            variant="hero-dark"
            size="lg"
            href={telHref(company.phone)}
            {...told("contact_call_clicked")}
          >
            <Icon name="phone" size="sm" />
            {company.phone}
          </Button>
          <Button
            variant="hero-dark"
            size="lg"
            href={smsHref(company.phone)}
            {...told("contact_text_clicked")}
          >
            <Icon name="message" size="sm" />
            {textUs}
          </Button>
        </div>
      </div>
    </section>
  );
}
