import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { errorCode, errorMessage } from "#api/error-messages.ts";
import { type ChangeAnswer, myBooking, type PriceChange } from "#api/my-booking.ts";
import { company } from "#content/company.ts";
import { telHref } from "#lib/phone.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { changeCopy as copy } from "./change-copy.ts";
import { LinesCompared } from "./lines-compared.tsx";

type ChangeOrderProps = {
  change: PriceChange;
  onAnswered: (answer: DecisionResult | null) => void;
};

/**
 * A change order: both prices side by side, the reason, and the homeowner's answer (PHOTO-02.4).
 */
export function ChangeOrder({ change, onAnswered }: ChangeOrderProps) {
  const { refusal, pending, decide } = useDecision(change.id, onAnswered);
  const [isDeclining, setDeclining] = useState(false);
  const isHigher = change.new_lines.total_cents > change.old_lines.total_cents;

  return (
    <section
      className="grid gap-4 rounded-md bg-emphasis-surface p-[clamp(1rem,0.75rem+1.5vw,1.5rem)]"
      aria-labelledby="change-order-title"
    >
      <h3 id="change-order-title">{copy.changeTitle}</h3>
      <p>{copy.changeLead(percentOf(change.percent), isHigher)}</p>
      <p>
        <strong className="block text-sm">{copy.reason}</strong> {change.reason}
      </p>
      <LinesCompared before={change.old_lines} after={change.new_lines} />
      {refusal && (
        <Notice isRaised tone="danger">
          {refusal} {copy.orCall} <a href={telHref(company.phone)}>{company.phone}</a>
        </Notice>
      )}
      {isDeclining ? (
        <Declining
          isRefundable={change.is_refundable}
          isBusy={pending === "decline"}
          onDecline={() => decide("decline")}
          onKeep={() => setDeclining(false)}
        />
      ) : (
        <div className="flex flex-wrap gap-x-4 gap-y-2">
          <Button
            className="max-xs:flex-[1_1_100%]"
            variant="cta-green"
            size="lg"
            busy={pending === "approve"}
            busyLabel={copy.approving}
            onClick={() => decide("approve")}
          >
            {copy.approve}
          </Button>
          <Button
            className="max-xs:flex-[1_1_100%]"
            variant="outline"
            size="lg"
            onClick={() => setDeclining(true)}
          >
            {copy.decline}
          </Button>
        </div>
      )}
    </section>
  );
}

type DecliningProps = {
  isRefundable: boolean;
  isBusy: boolean;
  onDecline: () => void;
  onKeep: () => void;
};

const Declining = ({ isRefundable, isBusy, onDecline, onKeep }: DecliningProps) => (
  <Notice
    isRaised
    tone="warning"
    title={copy.declineTitle}
    action={
      <span className="flex flex-wrap gap-x-4 gap-y-2">
        <Button
          className="max-xs:flex-[1_1_100%]"
          variant="destructive"
          busy={isBusy}
          busyLabel={copy.declining}
          onClick={onDecline}
        >
          {copy.declineSurely}
        </Button>
        <Button className="max-xs:flex-[1_1_100%]" variant="outline" onClick={onKeep}>
          {copy.keep}
        </Button>
      </span>
    }
  >
    {isRefundable ? copy.declineRefundable : copy.declinePlain}
  </Notice>
);

// "18.036" is shown as "18.0%".
const percentOf = (percent: number | string): string => `${Math.abs(Number(percent)).toFixed(1)}%`;

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

type DecisionResult = ChangeAnswer;
type Decision = "approve" | "decline";

const MOVED_ON = new Set([
  "change_order_decided",
  "change_order_not_found",
  "price_agreed",
  "status_moved",
]);

/** Approve or decline a change order; one answered meanwhile is shown as it is. */
function useDecision(changeId: string, onAnswered: (answer: DecisionResult | null) => void) {
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (decision: Decision) => myBooking.decide(changeId, decision),
    onSuccess: (answer) => onAnswered(answer),
    onError: (failure) => MOVED_ON.has(errorCode(failure)) && onAnswered(null),
  });
  return {
    decide: (decision: Decision) => {
      if (!isPending) mutate(decision);
    },
    pending: isPending ? variables : null,
    refusal: error ? errorMessage(error, copy.refusals) : null,
  };
}
