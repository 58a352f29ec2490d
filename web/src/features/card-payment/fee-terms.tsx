import { wholeDollars } from "#lib/money.ts";
import { Icon } from "#ui/icon.tsx";
import { copy } from "./copy.ts";
import "./card-payment.css";

/** What the scheduling fee pays for, and when it is refunded (FIN-01.2). */
export function FeeTerms({ cents }: { cents: number }) {
  const amount = wholeDollars(cents);

  return (
    <section className="fee-terms" aria-labelledby="fee-terms">
      <h2 id="fee-terms">{copy.buysTitle(amount)}</h2>
      <ul className="fee-terms__list">
        {copy.buys(amount).map((sentence) => (
          <li className="group" key={sentence}>
            <Icon
              className="mt-[0.2em] text-success group-last:text-quiet"
              name="check"
              size="sm"
            />
            <span>{sentence}</span>
          </li>
        ))}
        <li className="group">
          <Icon className="mt-[0.2em] text-success group-last:text-quiet" name="info" size="sm" />
          <span>{copy.buysNot}</span>
        </li>
      </ul>
    </section>
  );
}
