import type { StaffDispute } from "#api/staff-orders.ts";
import { dayAndTimeOf } from "#lib/dates.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { Badge } from "#ui/badge.tsx";
import { moneyWords as words } from "./copy.ts";

/** Disputed payments, with the deadline to respond. */
export const Disputes = ({ disputes }: { disputes: readonly StaffDispute[] }) => (
  <ul className="lines">
    {disputes.map((dispute) => (
      <li className="line" key={dispute.provider_ref}>
        <span className="line__what">
          <strong>
            {words.disputeOf(dollarsAndCents(dispute.amount_cents), plain(dispute.reason))}
          </strong>
          <span className="line__fact">{factsOf(dispute)}</span>
          <span className="line__fact">{words.providerRef(dispute.provider_ref)}</span>
        </span>
        <Badge tone={dispute.status === "won" ? "success" : "danger"}>
          {plain(dispute.status)}
        </Badge>
      </li>
    ))}
  </ul>
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
