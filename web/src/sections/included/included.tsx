import { dollarsAndCents, wholeDollars } from "#lib/money.ts";
import { Icon } from "#ui/icon.tsx";
import { VisuallyHidden } from "#ui/visually-hidden.tsx";
import { copy } from "./copy.ts";
import "./included.css";

/** Items included with a generator bought here, their retail value struck through (HOME-07.3). */
export function Included() {
  return (
    <section className="included page" aria-labelledby="included-title">
      <div className="included__words">
        <h2 id="included-title">{copy.title}</h2>
        <p>{copy.lead}</p>
      </div>
      <ul className="included__parts">
        {copy.parts.map(({ name, text, retailCents }) => (
          <li key={name}>
            <Icon className="mt-1 text-success" name="check" size="sm" />
            <div>
              <h3>{name}</h3>
              <p>{text}</p>
            </div>
            <p className="included__value">
              {retailCents > 0 && (
                <s>
                  <VisuallyHidden>{copy.worth} </VisuallyHidden>
                  {retail(retailCents)}
                </s>
              )}
              <strong>{retailCents > 0 ? copy.included : wholeDollars(0)}</strong>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

// Cents are shown only when there are any.
const retail = (cents: number): string =>
  cents % 100 === 0 ? wholeDollars(cents) : dollarsAndCents(cents);
