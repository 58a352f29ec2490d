import type { ProposalContents } from "#api/my-booking.ts";
import { Icon } from "#ui/icon.tsx";
import { MoneyLine, MoneyLines } from "#ui/money-lines.tsx";

type Clause = ProposalContents["clauses"][number];
type Block = Clause["blocks"][number];

/** The proposal's clauses as its PDF has them: all that is signed, in the same order and words. */
export const Clauses = ({ clauses }: { clauses: readonly Clause[] }) => (
  <div className="grid gap-6">
    {clauses.map(({ id, heading, blocks }) => (
      <section className="grid gap-2" data-clause={id} key={id}>
        <h3 className="text-md">{heading}</h3>
        {blocks.map((block) => (
          <ClauseBlock key={JSON.stringify(block)} block={block} />
        ))}
      </section>
    ))}
  </div>
);

function ClauseBlock({ block }: { block: Block }) {
  switch (block.kind) {
    case "text":
      return <p className="wrap-anywhere">{block.text}</p>;
    case "strong":
      return (
        <p className="rounded-sm border border-line-strong px-5 py-4 text-sm">
          <strong>{block.text}</strong>
        </p>
      );
    case "items":
      return <Items items={block.items} />;
    case "table": {
      const [lines, sum] = [block.rows.slice(0, -1), block.rows.at(-1)];
      return (
        <MoneyLines>
          {lines.map(({ name, cents }) => (
            <MoneyLine key={`${name}-${cents}`} name={name} cents={cents} />
          ))}
          {sum && <MoneyLine name={sum.name} cents={sum.cents} isTotal />}
        </MoneyLines>
      );
    }
  }
}

const Items = ({ items }: { items: readonly { name: string; text: string }[] }) => (
  <ul className="grid gap-2">
    {items.map(({ name, text }) => (
      <li className="grid grid-cols-[auto_1fr] gap-3 text-base" key={name}>
        <Icon className="mt-0.5 text-success" name="check" size="sm" />
        <span>
          {name}
          {text && <small className="block text-sm text-quiet">{text}</small>}
        </span>
      </li>
    ))}
  </ul>
);
