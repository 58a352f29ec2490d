import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { errorCode, errorMessage } from "#api/error-messages.ts";
import { type ChangeAnswer, myBooking, type PriceChange } from "#api/my-booking.ts";
import { feeName, priceRise } from "#business/terms.ts";
import { m } from "#paraglide/messages.js";
import { ActionResult } from "#ui/action-result.tsx";
import { Button } from "#ui/button.tsx";
import { Refusal } from "#ui/call-us.tsx";
import { Notice } from "#ui/notice.tsx";
import { LinesCompared } from "./lines-compared.tsx";

type ChangeOrderProps = {
  change: PriceChange;
  onAnswered: (answer: ChangeAnswer) => void;
  /** It can't be answered any more, and why. */
  onMovedOn: (words: string) => void;
};

type Decision = "approve" | "decline";

const MOVED_ON = new Set([
  "change_order_decided",
  "change_order_not_found",
  "price_agreed",
  "status_moved",
]);
const REFUSALS = {
  change_order_decided: m.price_lock_change_refusals_change_order_decided(),
  price_agreed: m.price_lock_change_refusals_price_agreed(),
  status_moved: m.price_lock_change_refusals_status_moved(),
  general: m.price_lock_change_refusals_general(),
};

/**
 * A change order: both prices side by side, the reason, and the homeowner's answer (PHOTO-02.4).
 */
export function ChangeOrder({ change, onAnswered, onMovedOn }: ChangeOrderProps) {
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (decision: Decision) => myBooking.decide(change.id, decision),
    onSuccess: onAnswered,
    onError: (failure) =>
      MOVED_ON.has(errorCode(failure)) && onMovedOn(errorMessage(failure, REFUSALS)),
  });
  const decide = (decision: Decision) => !isPending && mutate(decision);
  const pending = isPending ? variables : null;
  const [isDeclining, setDeclining] = useState(false);
  const isHigher = change.new_lines.total_cents > change.old_lines.total_cents;

  return (
    <section
      className="grid gap-4 rounded-md bg-emphasis-surface p-[clamp(1rem,0.75rem+1.5vw,1.5rem)]"
      aria-labelledby="change-order-title"
    >
      <h3 id="change-order-title">{m.price_lock_change_change_title()}</h3>
      <p>
        {isHigher
          ? m.price_lock_change_change_lead_higher({ percent: percentOf(change.percent) })
          : m.price_lock_change_change_lead({ percent: percentOf(change.percent) })}
      </p>
      <p>
        <strong className="block text-sm">{m.price_lock_change_reason()}</strong> {change.reason}
      </p>
      <LinesCompared before={change.old_lines} after={change.new_lines} />
      {error && !MOVED_ON.has(errorCode(error)) && (
        <Refusal isRaised>{errorMessage(error, REFUSALS)}</Refusal>
      )}
      {isDeclining ? (
        <ActionResult>
          <Declining
            meaning={meaningOfNo(change)}
            isBusy={pending === "decline"}
            onDecline={() => decide("decline")}
            onKeep={() => setDeclining(false)}
          />
        </ActionResult>
      ) : (
        <>
          <p>
            <strong className="block text-sm">{m.price_lock_change_approve_title()}</strong>{" "}
            {m.price_lock_change_approve_means()}
          </p>
          <p>
            <strong className="block text-sm">{m.price_lock_change_decline_title()}</strong>{" "}
            {meaningOfNo(change)}
          </p>
          <div className="flex flex-wrap gap-x-4 gap-y-2">
            <Button
              className="max-xs:flex-[1_1_100%]"
              variant="cta-green"
              size="lg"
              busy={pending === "approve"}
              busyLabel={m.price_lock_change_approving()}
              onClick={() => decide("approve")}
            >
              {m.price_lock_change_approve()}
            </Button>
            <Button
              className="max-xs:flex-[1_1_100%]"
              variant="outline"
              size="lg"
              onClick={() => setDeclining(true)}
            >
              {m.price_lock_change_decline()}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

type DecliningProps = {
  meaning: string;
  isBusy: boolean;
  onDecline: () => void;
  onKeep: () => void;
};

const Declining = ({ meaning, isBusy, onDecline, onKeep }: DecliningProps) => (
  <Notice
    isRaised
    tone="warning"
    title={m.price_lock_change_decline_title()}
    action={
      <span className="flex flex-wrap gap-x-4 gap-y-2">
        <Button
          className="max-xs:flex-[1_1_100%]"
          variant="destructive"
          busy={isBusy}
          busyLabel={m.price_lock_change_declining()}
          onClick={onDecline}
        >
          {m.price_lock_change_decline_surely()}
        </Button>
        <Button className="max-xs:flex-[1_1_100%]" variant="outline" onClick={onKeep}>
          {m.price_lock_change_keep()}
        </Button>
      </span>
    }
  >
    {meaning}
  </Notice>
);

type Meaning = Pick<PriceChange, "if_declined" | "cause">;

const otherWay = ({ cause }: Meaning): string =>
  cause === "run" || cause === "run_and_modules"
    ? m.price_lock_change_other_way_run()
    : m.price_lock_change_other_way();

function meaningOfNo(change: Meaning): string {
  const fee = { fee: feeName, percent: priceRise, otherWay: otherWay(change) };
  if (change.if_declined === "price_stays") return m.price_lock_change_decline_stays(fee);
  return change.if_declined === "refundable"
    ? m.price_lock_change_decline_refundable(fee)
    : m.price_lock_change_decline_within(fee);
}

// "18.036" is shown as "18.0%".
const percentOf = (percent: number | string): string => `${Math.abs(Number(percent)).toFixed(1)}%`;

// Result of the answer just given.
export const ChangeAnswered = ({ answer }: { answer: ChangeAnswer }) => (
  <ActionResult>
    <Notice
      tone={answer.status === "approved" ? "success" : "info"}
      title={
        answer.status === "approved"
          ? m.price_lock_change_approved_title()
          : m.price_lock_change_declined_title()
      }
    >
      {wordsAfter(answer)}
    </Notice>
  </ActionResult>
);

function wordsAfter(answer: ChangeAnswer): string {
  if (answer.status === "approved") return m.price_lock_change_approved();
  if (answer.if_declined === "price_stays") return m.price_lock_change_declined_stays();
  const fee = { fee: feeName, otherWay: otherWay(answer) };
  return answer.if_declined === "refundable"
    ? m.price_lock_change_declined_refundable(fee)
    : m.price_lock_change_declined_within(fee);
}
