import { useMutation } from "@tanstack/react-query";
import { errorCode, errorMessage } from "#api/error-messages.ts";
import { myBooking, type ProposalState } from "#api/my-booking.ts";
import { copy } from "./copy.ts";

const MOVED_ON = new Set(["proposal_changed", "already_accepted", "status_moved"]);

/**
 * Accept the document that was shown, identified by its SHA-256: if there is a newer one, the
 * server refuses and it is shown.
 */
export function useAcceptance({ id, sha256 }: ProposalState, onAccepted: () => void) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: (typedName: string) =>
      myBooking.accept({ proposal_id: id, sha256, typed_name: typedName, agrees: true }),
    onSuccess: onAccepted,
    onError: (refused) => MOVED_ON.has(errorCode(refused)) && onAccepted(),
  });
  return {
    accept: mutate,
    isPending: isPending,
    refusal: error ? errorMessage(error, copy.refusals) : null,
  };
}
