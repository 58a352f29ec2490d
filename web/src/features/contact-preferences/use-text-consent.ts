import { useMutation } from "@tanstack/react-query";
import { errorMessage } from "#api/error-messages.ts";
import { type Consent, myBooking, useConsents } from "#api/my-booking.ts";
import { copy } from "./copy.ts";

/** Consents of the customer; the latest one decides whether text messages are on. */
export function useTextConsent() {
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
