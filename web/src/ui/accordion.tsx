import type { ReactNode } from "react";
import { Icon } from "#ui/icon.tsx";
import "./accordion.css";

type AccordionProps = {
  items: readonly { id: string; title: ReactNode; content: ReactNode }[];
  /** At most one of the items with the same name is open. */
  name: string;
};

/** Native disclosures: they work before any script. */
export function Accordion({ items, name }: AccordionProps) {
  return (
    <div className="accordion">
      {items.map(({ id, title, content }) => (
        <details className="accordion__item" key={id} id={id} name={name}>
          <summary className="accordion__summary">
            <h3 className="accordion__title">{title}</h3>
            <Icon name="plus" />
          </summary>
          <div className="accordion__content">{content}</div>
        </details>
      ))}
    </div>
  );
}
