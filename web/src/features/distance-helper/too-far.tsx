import { longestFlatRunFt } from "#business/bands.ts";
import { company } from "#content/company.ts";
import { smsHref, telHref } from "#lib/phone.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Notice } from "#ui/notice.tsx";
import { PhoneHandoff } from "#ui/phone-handoff.tsx";

/** There is no band for such a run; staff price it. */
export function TooFar() {
  return (
    <Notice
      tone="danger"
      title={m.distance_helper_measure_too_far({ feet: longestFlatRunFt })}
      action={
        <div className="flex flex-wrap gap-2">
          <Button size="md" href={telHref(company.phone)}>
            <Icon name="phone" size="sm" />
            {m.distance_helper_measure_call()} {company.phone}
          </Button>
          <Button variant="outline" size="md" href={smsHref(company.phone)}>
            <Icon name="message" size="sm" />
            {m.distance_helper_measure_text()} {company.phone}
          </Button>
          <PhoneHandoff text={m.distance_helper_measure_text_scan()} url={smsHref(company.phone)} />
        </div>
      }
    >
      {m.distance_helper_measure_quote({ feet: longestFlatRunFt })}
    </Notice>
  );
}
