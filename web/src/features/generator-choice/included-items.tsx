import { dollarsAndCents, wholeDollars } from "#lib/money.ts";
import { Icon } from "#ui/icon.tsx";
import { generatorWords as words } from "./copy.ts";

type IncludedItem = { id: number; bonus_name: string; retail_value_cents: number };

/** Items included with a generator bought here, their retail value struck through (HOME-07.3). */
export function IncludedItems({ items }: { items: IncludedItem[] }) {
  if (items.length === 0) return null;
  return (
    <section>
      <h2 className="mb-2 text-md">{words.included}</h2>
      <ul className="list-none p-0">
        {items.map((item) => (
          <li
            className="grid grid-cols-[auto_1fr_auto_4.5rem] items-center gap-2 border-t border-line py-2"
            key={item.id}
          >
            <Icon className="text-success" name="check" />
            <span>{item.bonus_name}</span>
            {item.retail_value_cents > 0 && (
              <s className="text-quiet">{retail(item.retail_value_cents)}</s>
            )}
            <span className="col-4 text-end text-sm font-semibold text-success">
              {words.includedFree}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

// Cents are shown only when there are any.
const retail = (cents: number): string =>
  cents % 100 === 0 ? wholeDollars(cents) : dollarsAndCents(cents);
