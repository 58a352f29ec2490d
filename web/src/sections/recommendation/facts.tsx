import { paths } from "#lib/paths.ts";
import { resultWords as words } from "./copy.ts";
import "./facts.css";

type FactsProps = {
  /** Figures as entered; null until they are read, while their space is reserved. */
  energy: { address: string; electricBill: string; kwhUsage: string } | null;
};

export function Facts({ energy }: FactsProps) {
  return (
    <header className="facts page">
      <h1>{words.title}</h1>
      <dl className="facts__list" aria-label={words.facts}>
        <Fact term={words.address} meaning={energy?.address ?? words.pending} />
        <Fact term={words.bill} meaning={energy ? billOf(energy.electricBill) : words.pending} />
        {energy?.kwhUsage && (
          <Fact term={words.usage} meaning={words.kwh(numberOf(energy.kwhUsage))} />
        )}
      </dl>
      <a className="facts__change" href={`${paths.generatorConfig}?open=1`}>
        {words.change}
      </a>
    </header>
  );
}

function Fact({ term, meaning }: { term: string; meaning: string }) {
  return (
    <div className="facts__fact">
      <dt>{term}</dt>
      <dd>{meaning}</dd>
    </div>
  );
}

const billOf = (input: string): string => `$${numberOf(input)}${words.perMonth}`;

// As typed, without its unit and with thousands separators.
function numberOf(input: string): string {
  const figure = input.replace(/[^\d.]/g, "");
  return figure === "" ? input : Number(figure).toLocaleString("en-US");
}
