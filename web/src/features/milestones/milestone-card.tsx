import { lazy, Suspense, useState } from "react";
import type { Milestone, Money } from "#api/my-booking.ts";
import { dayOf, longDay } from "#lib/dates.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { m } from "#paraglide/messages.js";
import { Badge, type BadgeTone } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { MoneyLine, MoneyLines } from "#ui/money-lines.tsx";

const PayMilestone = lazy(async () => {
  const { PayMilestone } = await import("./pay-milestone.tsx");
  return { default: PayMilestone };
});

const TONES: Record<Milestone["status"], BadgeTone> = {
  waiting: "quiet",
  due: "warning",
  paid: "success",
  cancelled: "quiet",
};

const FRAMES: Record<Milestone["status"], string> = {
  waiting: "border-line",
  due: "border-chosen inset-ring inset-ring-chosen",
  paid: "border-transparent bg-surface-sunken",
  cancelled: "border-line",
};

type MilestoneCardProps = {
  milestone: Milestone;
  methods: Money["methods"];
  onOpened: (url: string) => void;
  onRefused: () => void;
};

/** One milestone: its share, credits and fees, and the payment when it is due. */
export function MilestoneCard({ milestone, methods, onOpened, onRefused }: MilestoneCardProps) {
  const { kind, percent, amount_cents, status } = milestone;
  const [isPaying, setPaying] = useState(false);

  return (
    <li className={`grid gap-4 rounded-md border px-5 py-4 ${FRAMES[status]}`}>
      <div className="flex items-start justify-between gap-4">
        <div>
          <h3 className="text-base leading-[1.4] tracking-normal">
            {m.milestones_kinds({ kind })}
          </h3>
          <p className="text-sm text-quiet">{m.milestones_share({ percent })}</p>
        </div>
        <div className="grid justify-items-end gap-1 tabular-nums">
          <strong>{dollarsAndCents(amount_cents)}</strong>
          <Badge tone={TONES[status]}>{m.milestones_badges({ status })}</Badge>
        </div>
      </div>
      {status === "due" && (
        <>
          <DueLines milestone={milestone} />
          {isPaying ? (
            <Suspense>
              <PayMilestone {...{ milestone, methods, onOpened, onRefused }} />
            </Suspense>
          ) : (
            <Button variant="cta-green" size="lg" onClick={() => setPaying(true)}>
              {m.milestones_pay()}
            </Button>
          )}
        </>
      )}
    </li>
  );
}

function DueLines({ milestone }: { milestone: Milestone }) {
  const { amount_cents, credit_cents, late_fee_cents, due_cents, due_at } = milestone;
  return (
    <>
      {(credit_cents !== 0 || late_fee_cents !== 0) && (
        <MoneyLines>
          <MoneyLine name={m.milestones_amount()} cents={amount_cents} />
          {credit_cents !== 0 && (
            <MoneyLine
              name={m.milestones_credit()}
              note={m.milestones_credit_note()}
              cents={-Math.abs(credit_cents)}
            />
          )}
          {late_fee_cents !== 0 && (
            <MoneyLine
              name={m.milestones_late_fee()}
              note={m.milestones_late_fee_note()}
              cents={late_fee_cents}
            />
          )}
          <MoneyLine name={m.milestones_to_pay()} cents={due_cents} size="even" isTotal />
        </MoneyLines>
      )}
      {due_at && (
        <p className="text-sm text-quiet">{m.milestones_due_by({ day: longDay(dayOf(due_at)) })}</p>
      )}
    </>
  );
}
