import { myBooking, type ProposalState } from "#lib/api/my-booking.ts";
import { codeOf, refusalWords } from "#lib/refusals.ts";
import { useSending } from "#ui/use-sending.ts";
import { copy } from "./copy.ts";

const MOVED_ON = new Set(["proposal_changed", "already_accepted", "status_moved"]);

/** Accepts the document that was shown, by its fingerprint: a newer one is refused and shown. */
export function useAcceptance({ id, sha256 }: ProposalState, onAccepted: () => void) {
  const { press, pending, failure } = useSending(
    (typedName: string) =>
      myBooking.accept({ proposal_id: id, sha256, typed_name: typedName, agrees: true }),
    {
      onDone: onAccepted,
      onRefused: (refused) => MOVED_ON.has(codeOf(refused)) && onAccepted(),
    },
  );
  return {
    accept: press,
    isPending: pending !== null,
    refusal: failure ? refusalWords(failure, copy.refusals) : null,
  };
}
