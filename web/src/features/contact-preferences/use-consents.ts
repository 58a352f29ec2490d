import { useState } from "react";
import { type Consent, myBooking } from "#lib/api/my-booking.ts";
import { errorMessage } from "#lib/error-messages.ts";
import { useFetch } from "#ui/use-loading.ts";
import { useMutationOnce } from "#ui/use-sending.ts";
import { copy } from "./copy.ts";

/** Consents of the customer; the latest one decides whether text messages are on. */
export function useConsents(refreshKey: number) {
  const { data: consents, failure, load } = useFetch(myBooking.consents, refreshKey);
  const [saved, setSaved] = useState<boolean | null>(null);
  const choosing = useMutationOnce(
    (isGiven: boolean) => myBooking.consent({ channel: "sms", is_given: isGiven }),
    {
      onDone: ({ is_given }) => {
        setSaved(is_given);
        load();
      },
    },
  );

  return {
    consents,
    isFailed: !consents && failure !== null,
    hasTexts: choosing.pending ?? saved ?? newestOf(consents ?? [])?.is_given ?? false,
    choose: choosing.mutate,
    isSaving: choosing.pending !== null,
    notice: saved === null || choosing.failure ? "" : copy.saved(saved),
    refusal: choosing.failure ? errorMessage(choosing.failure, copy.refusals) : null,
  };
}

const newestOf = (consents: readonly Consent[]): Consent | undefined =>
  consents
    .filter(({ channel }) => channel === "sms")
    .reduce<Consent | undefined>(
      (newest, each) => (!newest || each.at > newest.at ? each : newest),
      undefined,
    );
