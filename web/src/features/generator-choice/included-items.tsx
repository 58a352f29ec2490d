import { dollarsAndCents, wholeDollars } from "#lib/money.ts";
import { Icon } from "#ui/icon.tsx";
import { generatorWords as words } from "./copy.ts";
import "./generator-choice.css";

type IncludedItem = { id: number; bonus_name: string; retail_value_cents: number };

/** Items included with a generator bought here, their retail value struck through (HOME-07.3). */
export function IncludedItems({ items }: { items: IncludedItem[] }) {
  if (items.length === 0) return null;
  return (
    <section className="included-items">
      <h2>{words.included}</h2>
      <ul>
        {items.map((item) => (
          <li key={item.id}>
            <Icon className="text-success" name="check" />
            <span>{item.bonus_name}</span>
            {item.retail_value_cents > 0 && <s>{retail(item.retail_value_cents)}</s>}
            <span className="included-items__free">{words.includedFree}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

// Cents are shown only when there are any.
const retail = (cents: number): string =>
  cents % 100 === 0 ? wholeDollars(cents) : dollarsAndCents(cents);
