import { dayOf, timeOf, weekdayAndDay } from "#lib/dates.ts";
import { formatPhone } from "#lib/phone.ts";
import { m } from "#paraglide/messages.js";
import { ActionResult } from "#ui/action-result.tsx";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import type { SentRequest } from "./sent-request.ts";

type RequestSentProps = {
  sent: SentRequest;
  /** Whether it was sent just now, so that the answer takes the focus of the form. */
  isNew: boolean;
  onAgain: () => void;
};

/** In place of what has no price here: by when we call with one, and the reference. */
export function RequestSent({ sent, isNew, onAgain }: RequestSentProps) {
  const { phone, call_by, run_ft, reference } = sent;
  const words = {
    phone: formatPhone(phone),
    time: timeOf(call_by).replaceAll("\u202f", " "),
    day: weekdayAndDay(dayOf(call_by)),
  };
  return (
    <ActionResult isNew={isNew}>
      <Notice
        tone="success"
        title={m.manual_quote_sent()}
        action={
          <Button variant="outline" size="md" onClick={onAgain}>
            {run_ft === null ? m.manual_quote_again_larger() : m.manual_quote_again()}
          </Button>
        }
      >
        <div className="grid gap-2">
          <p>
            {run_ft === null
              ? m.manual_quote_sent_when_larger(words)
              : m.manual_quote_sent_when({ ...words, feet: run_ft })}
          </p>
          <p>{m.manual_quote_sent_reference({ reference })}</p>
          <p>{m.manual_quote_sent_free()}</p>
        </div>
      </Notice>
    </ActionResult>
  );
}
