import { diagnosticFee } from "#business/terms.ts";
import { company } from "#content/company.ts";
import { analyticsAttributes } from "#lib/analytics.ts";
import { paths } from "#lib/paths.ts";
import { smsHref, telHref } from "#lib/phone.ts";
import type { Picture as PictureData } from "#lib/pictures.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Picture } from "#ui/picture.tsx";

// Beside a phone's short text there is no room for it.
const PICTURE = {
  frame:
    "max-md:hidden md:absolute md:inset-0 md:-z-1 md:after:absolute md:after:inset-0 md:after:z-0 md:after:bg-(image:--picture-scrim)",
  img: "w-full md:absolute md:inset-0 md:h-full md:object-cover md:object-[50%_30%]",
};

/** Closing call to action: estimate, call or text (HOME-01.4). */
export function Contact({ picture }: { picture: PictureData }) {
  return (
    <section
      className="on-night isolate border-b border-line md:relative md:min-h-184"
      id="contact"
    >
      <div className={PICTURE.frame}>
        <Picture className={PICTURE.img} picture={picture} alt={m.home_contact_picture()} />
      </div>
      <div className="page relative z-1 py-8 md:py-16">
        <h2 className="max-w-[18ch] text-3xl leading-tight tracking-tight">
          {m.home_contact_title()}
        </h2>
        <p className="mt-4 max-w-[46ch] text-quiet max-md:hidden">{m.home_contact_text()}</p>
        <div className="mt-6 flex flex-wrap gap-2">
          <Button
            className="max-md:basis-full"
            variant="cta-green"
            size="lg"
            href={paths.wizard.address}
            {...analyticsAttributes("contact_estimate_clicked")}
          >
            {m.coverage_check_submit()}
          </Button>
          <Button
            className="max-md:flex-auto max-md:px-3"
            variant="hero-dark"
            size="lg"
            href={telHref(company.phone)}
            {...analyticsAttributes("contact_call_clicked")}
          >
            <Icon name="phone" size="sm" />
            {company.phone}
          </Button>
          <Button
            className="max-md:flex-auto max-md:px-3"
            variant="hero-dark"
            size="lg"
            href={smsHref(company.phone)}
            {...analyticsAttributes("contact_text_clicked")}
          >
            <Icon name="message" size="sm" />
            {m.home_contact_text_us()}
          </Button>
        </div>
        <Diagnostic />
      </div>
    </section>
  );
}

function Diagnostic() {
  return (
    <section
      className="mt-4 max-w-120 md:mt-8 scroll-mt-20 rounded-md border border-line bg-surface p-4 md:p-6"
      id="diagnostic"
      aria-labelledby="diagnostic-title"
    >
      <h3 id="diagnostic-title">{m.diagnostic_book({ fee: diagnosticFee })}</h3>
      <p className="mt-2 mb-4 max-w-[46ch] text-quiet max-md:text-sm">
        {m.diagnostic_lead()} {m.diagnostic_points_2({ fee: diagnosticFee })}
      </p>
      <Button
        variant="hero-dark"
        href={paths.diagnostic}
        {...analyticsAttributes("contact_diagnostic_clicked")}
      >
        {m.diagnostic_choose_time()}
      </Button>
    </section>
  );
}
