import { notIncluded } from "#business/terms.ts";
import { partCents } from "#content/retail-values.ts";
import { retailValue, wholeDollars } from "#lib/money.ts";
import { m } from "#paraglide/messages.js";
import { Icon } from "#ui/icon.tsx";
import { VisuallyHidden } from "#ui/visually-hidden.tsx";
import { namesOf } from "./not-included-line.tsx";

/**
 * Items included with a generator bought here, their retail value struck through (HOME-07.3). On a
 * phone they stand in the wizard, beside the generators.
 */
export function Included() {
  return (
    <section
      className="page grid gap-x-16 max-md:hidden gap-y-8 py-section lg:grid-cols-[5fr_7fr]"
      aria-labelledby="included-title"
    >
      <div>
        <h2 className="max-w-[15ch] text-3xl tracking-tight" id="included-title">
          {m.included_title()}
        </h2>
        <p className="mt-4 max-w-[38ch] text-quiet">{m.included_lead()}</p>
        <p className="mt-4 text-sm text-quiet">{m.included_not({ parts: namesOf(notIncluded) })}</p>
      </div>
      <ul className="border-t border-line">
        {[
          { name: m.included_parts_1_name(), text: m.included_parts_1_text(), retailCents: 0 },
          {
            name: m.included_parts_2_name(),
            text: m.included_parts_2_text(),
            retailCents: partCents.pad,
          },
          {
            name: m.included_parts_3_name(),
            text: m.included_parts_3_text(),
            retailCents: partCents.battery,
          },
          {
            name: m.included_parts_4_name(),
            text: m.included_parts_4_text(),
            retailCents: partCents.surgeProtector,
          },
          {
            name: m.included_parts_5_name(),
            text: m.included_parts_5_text(),
            retailCents: partCents.module,
          },
        ].map(({ name, text, retailCents }) => (
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
                  <VisuallyHidden>{m.included_worth()} </VisuallyHidden>
                  {retailValue(retailCents)}
                </s>
              )}
              <strong className="font-semibold text-success">
                {retailCents > 0 ? m.included_included() : wholeDollars(0)}
              </strong>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
