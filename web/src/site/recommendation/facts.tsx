import { paths } from "#lib/paths.ts";
import { resultWords as words } from "./copy.ts";

type FactsProps = {
  /** Figures as entered; null until they are read, while their space is reserved. */
  energy: { address: string; electricBill: string; kwhUsage: string } | null;
};

export function Facts({ energy }: FactsProps) {
  return (
    <header className="page pt-8 pb-6">
      <h1>{words.title}</h1>
      <dl
        className="mt-6 grid grid-cols-2 gap-x-6 gap-y-4 border-y border-line py-4 md:grid-cols-[2fr_1fr_1fr]"
        aria-label={words.facts}
      >
        <Fact term={words.address} meaning={energy?.address ?? words.pending} size="lg" />
        <Fact term={words.bill} meaning={energy ? billOf(energy.electricBill) : words.pending} />
        {energy?.kwhUsage && (
          <Fact term={words.usage} meaning={words.kwh(numberOf(energy.kwhUsage))} />
        )}
      </dl>
      <a
        className="inline-flex min-h-target items-center text-sm"
        href={`${paths.generatorConfig}?open=1`}
      >
        {words.change}
      </a>
    </header>
  );
}

// The address has a line of its own on a phone, and room for two lines of text.
const FACTS = {
  md: { fact: undefined, meaning: "" },
  lg: { fact: "max-md:col-span-full", meaning: "min-h-[2lh] lg:min-h-[1lh]" },
};

type FactProps = { term: string; meaning: string; size?: keyof typeof FACTS };

function Fact({ term, meaning, size = "md" }: FactProps) {
  const look = FACTS[size];

  return (
    <div className={look.fact}>
      <dt className="text-sm text-quiet">{term}</dt>
      <dd
        className={`leading-[1.4] font-semibold wrap-anywhere tabular-nums ${look.meaning}`.trim()}
      >
        {meaning}
      </dd>
    </div>
  );
}

const billOf = (input: string): string => `$${numberOf(input)}${words.perMonth}`;

// As typed, without its unit and with thousands separators.
function numberOf(input: string): string {
  const figure = input.replace(/[^\d.]/g, "");
  return figure === "" ? input : Number(figure).toLocaleString("en-US");
}
