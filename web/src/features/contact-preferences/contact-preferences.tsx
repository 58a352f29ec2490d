import { useMutation } from "@tanstack/react-query";
import { errorMessage } from "#api/error-messages.ts";
import { type Consent, type MyBooking, myBooking, useConsents } from "#api/my-booking.ts";
import { dayAndTimeOf } from "#lib/dates.ts";
import { formatPhone } from "#lib/phone.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { FieldError } from "#ui/field.tsx";
import { Panel } from "#ui/panel.tsx";
import { copy } from "./copy.ts";

type ContactPreferencesProps = { customer: MyBooking["customer"] };

/** Text messages on or off, and the history of consents (MSG-02.3). */
export function ContactPreferences({ customer }: ContactPreferencesProps) {
  const { consents, isFailed, hasTexts, choose, isSaving, notice, refusal } = useTextConsent();

  return (
    <Panel id="preferences" title={copy.title}>
      <p className="text-sm text-quiet wrap-anywhere">{copy.email(customer.email)}</p>
      {consents && (
        <>
          <div>
            <Checkbox
              label={copy.texts(formatPhone(customer.phone))}
              name="sms_updates"
              checked={hasTexts}
              disabled={isSaving}
              onChange={choose}
            />
            <p className="text-sm text-quiet wrap-anywhere">{copy.textsNote}</p>
            <p className="text-sm font-semibold not-empty:mt-1" role="status">
              {notice}
            </p>
            {refusal && <FieldError id="preferences-error">{refusal}</FieldError>}
          </div>
          <ConsentLedger consents={consents} />
        </>
      )}
      {isFailed && <p role="status">{copy.failed}</p>}
    </Panel>
  );
}

function ConsentLedger({ consents }: { consents: readonly Consent[] }) {
  if (consents.length === 0) return null;
  return (
    <details>
      <summary className="min-h-target py-2.5 text-sm font-semibold">{copy.ledger}</summary>
      <ul className="grid gap-4">
        {consents.map((consent) => (
          <li
            className="grid text-sm leading-[1.5]"
            key={`${consent.at} ${consent.channel} ${consent.is_given}`}
          >
            <strong>
              {copy.channels[consent.channel] ?? consent.channel}:{" "}
              {consent.is_given ? copy.given : copy.withdrawn}
            </strong>
            <span className="text-quiet">
              {dayAndTimeOf(consent.at)} {copy.on(consent.page)}
            </span>
            {consent.wording && <q className="text-quiet">{consent.wording}</q>}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Consents of the customer; the latest one decides whether text messages are on. */
function useTextConsent() {
  const { data: consents, isError, refetch } = useConsents();
  const { mutate, isPending, variables, data, error } = useMutation({
    mutationFn: (isGiven: boolean) => myBooking.consent({ channel: "sms", is_given: isGiven }),
    onSuccess: () => void refetch(),
  });
  const chosen = isPending ? variables : data?.is_given;

  return {
    consents,
    isFailed: !consents && isError,
    hasTexts: chosen ?? newestOf(consents ?? [])?.is_given ?? false,
    choose: (isGiven: boolean) => mutate(isGiven),
    isSaving: isPending,
    notice: data ? copy.saved(data.is_given) : "",
    refusal: error ? errorMessage(error, copy.refusals) : null,
  };
}

const newestOf = (consents: readonly Consent[]): Consent | undefined =>
  consents
    .filter(({ channel }) => channel === "sms")
    .reduce<Consent | undefined>(
      (newest, each) => (!newest || each.at > newest.at ? each : newest),
      undefined,
    );
