import type { ChangeAnswer } from "#lib/api/my-booking.ts";
import { Notice } from "#ui/notice.tsx";
import { changeCopy as copy } from "./change-copy.ts";

// Result of the answer just given.
export const ChangeAnswered = ({ answered }: { answered: ChangeAnswer }) => (
  <Notice
    tone={answered.status === "approved" ? "success" : "info"}
    title={answered.status === "approved" ? copy.approvedTitle : copy.declinedTitle}
  >
    {wordsAfter(answered)}
  </Notice>
);

function wordsAfter({ status, is_refundable }: ChangeAnswer): string {
  if (status === "approved") return copy.approved;
  return is_refundable ? copy.declinedRefundable : copy.declinedPlain;
}
