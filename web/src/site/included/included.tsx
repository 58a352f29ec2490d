import { dollarsAndCents, wholeDollars } from "#lib/money.ts";
import { Icon } from "#ui/icon.tsx";
import { VisuallyHidden } from "#ui/visually-hidden.tsx";
import { copy } from "./copy.ts";

/** Items included with a generator bought here, their retail value struck through (HOME-07.3). */
export function Included() {
  return (
    <section
      className="page grid gap-x-16 gap-y-8 py-section lg:grid-cols-[5fr_7fr]"
      aria-labelledby="included-title"
    >
      <div>
        <h2 className="max-w-[14ch] text-3xl tracking-tight" id="included-title">
          {copy.title}
        </h2>
        <p className="mt-4 max-w-[36ch] text-quiet">{copy.lead}</p>
      </div>
      <ul className="border-t border-line">
        {copy.parts.map(({ name, text, retailCents }) => (
          <li
            className="grid grid-cols-[auto_1fr_auto] items-start gap-3.5 border-b border-line py-4"
            key={name}
          >
            <Icon className="mt-1 text-success" name="check" size="sm" />
            <div>
              <h3 className="text-md">{name}</h3>
              <p className="text-sm leading-[1.45] text-quiet">{text}</p>
            </div>
            <p className="text-end whitespace-nowrap tabular-nums">
              {retailCents > 0 && (
                <s className="block text-quiet">
                  <VisuallyHidden>{copy.worth} </VisuallyHidden>
                  {retail(retailCents)}
                </s>
              )}
              <strong className="font-semibold text-success">
                {retailCents > 0 ? copy.included : wholeDollars(0)}
              </strong>
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
