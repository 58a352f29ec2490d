import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { BOOKING_KEY, type Consent, myBooking } from "#lib/api/my-booking.ts";
import { refusalWords } from "#lib/refusals.ts";
import { copy } from "./copy.ts";

const QUERY_KEY = [BOOKING_KEY, "consents"];

/** Whether texts are on is what the newest word about them says. */
export function useConsents() {
  const queries = useQueryClient();
  const { data: consents, isError } = useQuery({
    queryKey: QUERY_KEY,
    queryFn: myBooking.consents,
  });
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: (isGiven: boolean) => myBooking.consent({ channel: "sms", is_given: isGiven }),
    onSuccess: () => queries.invalidateQueries({ queryKey: QUERY_KEY }),
  });
  const hasTexts = newestOf(consents ?? [])?.is_given ?? false;

  return {
    consents,
    isFailed: isError,
    hasTexts,
    choose: (isGiven: boolean) => mutate(isGiven),
    isSaving: isPending,
    told: toldOf(isPending, isSuccess, hasTexts),
    refusal: error ? refusalWords(error, copy.refusals) : null,
  };
}

const newestOf = (consents: readonly Consent[]): Consent | undefined =>
  consents
    .filter(({ channel }) => channel === "sms")
    .reduce<Consent | undefined>(
      (newest, each) => (!newest || each.at > newest.at ? each : newest),
      undefined,
    );

function toldOf(isSaving: boolean, isSaved: boolean, isOn: boolean): string {
  if (isSaving) return copy.saving;
  return isSaved ? copy.saved(isOn) : "";
}
