import { milestoneShares } from "#business/terms.ts";
import { type Amount, roundedDollars } from "#lib/money.ts";
import { m } from "#paraglide/messages.js";
import { useIsHydrated } from "#ui/hydration.ts";

/** The three payments of a total; their shares until the amounts are known. */
export function PaidInThree({ cents }: { cents: Amount }) {
  const isKnown = useIsHydrated() && typeof cents === "number";
  const parts = isKnown
    ? milestoneShares.map((share) => roundedDollars((cents * Number.parseInt(share, 10)) / 100))
    : milestoneShares;

  return <p className="text-sm text-quiet">{m.paid_in_three({ parts: parts.join(" · ") })}</p>;
}
