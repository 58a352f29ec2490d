import type { ReactNode } from "react";
import { Icon } from "#ui/icon.tsx";

type AccordionProps = {
  items: readonly { id: string; title: ReactNode; content: ReactNode }[];
  /** At most one of the items with the same name is open. */
  name: string;
};

/** Native disclosures: they work before any script. */
export function Accordion({ items, name }: AccordionProps) {
  return (
    <div className="w-full border-t border-line">
      {items.map(({ id, title, content }) => (
        <details className="group border-b border-line" key={id} id={id} name={name}>
          <summary className="flex min-h-16 list-none items-center justify-between gap-4 py-4.5 [&::-webkit-details-marker]:hidden">
            <h3 className="text-md leading-[1.4] font-semibold tracking-normal text-pretty">
              {title}
            </h3>
            <Icon name="plus" className="text-quiet transition-transform group-open:rotate-45" />
          </summary>
          <div className="grid gap-4 pb-6 text-quiet">{content}</div>
        </details>
      ))}
    </div>
  );
}
