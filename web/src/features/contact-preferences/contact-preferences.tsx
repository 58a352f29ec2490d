import { useMutation } from "@tanstack/react-query";
import { errorMessage } from "#api/error-messages.ts";
import { type Consent, type MyBooking, myBooking, useConsents } from "#api/my-booking.ts";
import { dayAndTimeOf } from "#lib/dates.ts";
import { formatPhone } from "#lib/phone.ts";
import { m } from "#paraglide/messages.js";
import { Checkbox } from "#ui/checkbox.tsx";
import { FieldError } from "#ui/field.tsx";
import { Panel } from "#ui/panel.tsx";

type ContactPreferencesProps = {
  booking: Pick<MyBooking, "customer" | "code" | "texts_wait_for_yes" | "texts_number">;
};

/** Text messages on or off, as they are sent, and the history of consents (MSG-02.3). */
export function ContactPreferences({ booking }: ContactPreferencesProps) {
  const { customer, texts_wait_for_yes: waits } = booking;
  const { data: consents, isError, refetch } = useConsents();
  const { mutate, isPending, variables, data, error } = useMutation({
    mutationFn: (isGiven: boolean) => myBooking.consent({ channel: "sms", is_granted: isGiven }),
    onSuccess: () => void refetch(),
  });
  const chosen = isPending ? variables : data?.is_granted;
  // Before the fee is paid no consent is recorded yet, and messages about the held day go out.
  const isGiven = customer.sms_updates && (newestOf(consents ?? [])?.is_granted ?? true);

  return (
    <Panel id="preferences" title={m.contact_preferences_title()}>
      <p className="text-sm text-quiet wrap-anywhere">
        {m.contact_preferences_email({ email: customer.email })}
      </p>
      {consents && (
        <>
          <div>
            <Checkbox
              label={m.contact_preferences_texts({ phone: formatPhone(customer.phone) })}
              name="sms_updates"
              checked={chosen ?? isGiven}
              disabled={isPending}
              onChange={mutate}
            />
            <p className="text-sm text-quiet wrap-anywhere">{m.contact_preferences_texts_note()}</p>
            <p className="text-sm font-semibold not-empty:mt-1" role="status">
              {saidOf(data, waits)}
            </p>
            {(chosen ?? isGiven) && <WaitsForYes {...booking} />}
            {error && (
              <FieldError id="preferences-error">
                {errorMessage(error, { general: m.contact_preferences_refusals_general() })}
              </FieldError>
            )}
          </div>
          <ConsentLedger consents={consents} />
        </>
      )}
      {!consents && isError && <p role="status">{m.contact_preferences_failed()}</p>}
    </Panel>
  );
}

function saidOf(saved: { is_granted: boolean } | undefined, waits: boolean): string {
  if (!saved) return "";
  if (!saved.is_granted) return m.contact_preferences_saved();
  return waits ? m.contact_preferences_wait() : m.contact_preferences_saved_on();
}

type WaitsForYesProps = Pick<MyBooking, "code" | "texts_wait_for_yes" | "texts_number">;

/** A text from the phone itself shows whose number it is (MSG-06.1); the code says which order. */
function WaitsForYes({ code, texts_wait_for_yes, texts_number }: WaitsForYesProps) {
  if (!texts_wait_for_yes) return null;
  return (
    <p className="text-sm">
      {m.contact_preferences_wait()}{" "}
      {texts_number ? (
        <a href={`sms:${texts_number}?&body=${encodeURIComponent(`YES ${code}`)}`}>
          {m.contact_preferences_wait_link({ number: formatPhone(texts_number) })}
        </a>
      ) : (
        m.contact_preferences_wait_reply()
      )}
    </p>
  );
}

function ConsentLedger({ consents }: { consents: readonly Consent[] }) {
  if (consents.length === 0) return null;
  return (
    <details>
      <summary className="min-h-target py-2.5 text-sm font-semibold">
        {m.contact_preferences_ledger()}
      </summary>
      <ul className="grid gap-4">
        {consents.map((consent) => (
          <li
            className="grid text-sm leading-[1.5]"
            key={`${consent.at} ${consent.channel} ${consent.is_granted}`}
          >
            <strong>
              {m.contact_preferences_channels({ channel: consent.channel })}:{" "}
              {consent.is_granted
                ? m.contact_preferences_agreed()
                : m.contact_preferences_withdrawn()}
            </strong>
            <span className="text-quiet">
              {dayAndTimeOf(consent.at)}{" "}
              {consent.page
                ? m.contact_preferences_on_page({ page: consent.page })
                : m.contact_preferences_on()}
            </span>
            {consent.wording && <q className="text-quiet">{consent.wording}</q>}
          </li>
        ))}
      </ul>
    </details>
  );
}

const newestOf = (consents: readonly Consent[]): Consent | undefined =>
  consents
    .filter(({ channel }) => channel === "sms")
    .reduce<Consent | undefined>(
      (newest, each) => (!newest || each.at > newest.at ? each : newest),
      undefined,
    );
