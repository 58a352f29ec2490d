import type { ChangeAnswer } from "#api/my-booking.ts";
import { Notice } from "#ui/notice.tsx";
import { changeCopy as copy } from "./change-copy.ts";

// Result of the answer just given.
export const ChangeAnswered = ({ answer }: { answer: ChangeAnswer }) => (
  <Notice
    tone={answer.status === "approved" ? "success" : "info"}
    title={answer.status === "approved" ? copy.approvedTitle : copy.declinedTitle}
  >
    {wordsAfter(answer)}
  </Notice>
);

function wordsAfter({ status, is_refundable }: ChangeAnswer): string {
  if (status === "approved") return copy.approved;
  return is_refundable ? copy.declinedRefundable : copy.declinedPlain;
}
