import { myBooking, type ProposalState } from "#lib/api/my-booking.ts";
import { errorCode, errorMessage } from "#lib/error-messages.ts";
import { useMutationOnce } from "#ui/use-sending.ts";
import { copy } from "./copy.ts";

const MOVED_ON = new Set(["proposal_changed", "already_accepted", "status_moved"]);

/**
 * Accept the document that was shown, identified by its SHA-256: if there is a newer one, the
 * server refuses and it is shown.
 */
export function useAcceptance({ id, sha256 }: ProposalState, onAccepted: () => void) {
  const { mutate, pending, failure } = useMutationOnce(
    (typedName: string) =>
      myBooking.accept({ proposal_id: id, sha256, typed_name: typedName, agrees: true }),
    {
      onDone: onAccepted,
      onRefused: (refused) => MOVED_ON.has(errorCode(refused)) && onAccepted(),
    },
  );
  return {
    accept: mutate,
    isPending: pending !== null,
    refusal: failure ? errorMessage(failure, copy.refusals) : null,
  };
}
