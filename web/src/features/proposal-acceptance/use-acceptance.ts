import { useMutation } from "@tanstack/react-query";
import { myBooking, type ProposalState } from "#lib/api/my-booking.ts";
import { codeOf, refusalWords } from "#lib/refusals.ts";
import { copy } from "./copy.ts";

const MOVED_ON = new Set(["proposal_changed", "already_accepted", "status_moved"]);

/** Accepts the document that was shown, by its fingerprint: a newer one is refused and shown. */
export function useAcceptance({ id, sha256 }: ProposalState, onAccepted: () => void) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: (typedName: string) =>
      myBooking.accept({ proposal_id: id, sha256, typed_name: typedName, agrees: true }),
    onSuccess: onAccepted,
    onError: (failure) => MOVED_ON.has(codeOf(failure)) && onAccepted(),
  });
  return {
    accept: (typedName: string) => mutate(typedName),
    isPending,
    refusal: error ? refusalWords(error, copy.refusals) : null,
  };
}
