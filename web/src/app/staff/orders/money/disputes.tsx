import type { StaffDispute } from "#api/staff-orders.ts";
import { dayAndTimeOf } from "#lib/dates.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { Badge } from "#ui/badge.tsx";
import { Fact, Line, Lines } from "../line.tsx";
import { moneyWords as words } from "./copy.ts";

/** Disputed payments, with the deadline to respond. */
export const Disputes = ({ disputes }: { disputes: readonly StaffDispute[] }) => (
  <Lines>
    {disputes.map((dispute) => (
      <Line
        key={dispute.provider_ref}
        title={words.disputeOf(dollarsAndCents(dispute.amount_cents), plain(dispute.reason))}
        facts={
          <>
            <Fact>{factsOf(dispute)}</Fact>
            <Fact>{words.providerRef(dispute.provider_ref)}</Fact>
          </>
        }
      >
        <Badge tone={dispute.status === "won" ? "success" : "danger"}>
          {plain(dispute.status)}
        </Badge>
      </Line>
    ))}
  </Lines>
);

// The provider's own term, without its underscores.
const plain = (word: string) => word.replaceAll("_", " ");

function factsOf({ is_open, opened_at, respond_by, closed_at, taken_cents }: StaffDispute): string {
  return [
    words.openedOn(dayAndTimeOf(opened_at)),
    is_open && respond_by && words.respondBy(dayAndTimeOf(respond_by)),
    closed_at && words.closedOn(dayAndTimeOf(closed_at)),
    taken_cents > 0 && words.bankHolds(dollarsAndCents(taken_cents)),
  ]
    .filter(Boolean)
    .join(" · ");
}
