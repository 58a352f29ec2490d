import { useState } from "react";
import { type Consent, myBooking } from "#lib/api/my-booking.ts";
import { refusalWords } from "#lib/refusals.ts";
import { useLoading } from "#ui/use-loading.ts";
import { useSending } from "#ui/use-sending.ts";
import { copy } from "./copy.ts";

/** Whether texts are on is what the newest word about them says. */
export function useConsents(round: number) {
  const { data: consents, failure, load } = useLoading(myBooking.consents, round);
  const [saved, setSaved] = useState<boolean | null>(null);
  const choosing = useSending(
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
    choose: choosing.press,
    isSaving: choosing.pending !== null,
    told: saved === null || choosing.failure ? "" : copy.saved(saved),
    refusal: choosing.failure ? refusalWords(choosing.failure, copy.refusals) : null,
  };
}

const newestOf = (consents: readonly Consent[]): Consent | undefined =>
  consents
    .filter(({ channel }) => channel === "sms")
    .reduce<Consent | undefined>(
      (newest, each) => (!newest || each.at > newest.at ? each : newest),
      undefined,
    );
