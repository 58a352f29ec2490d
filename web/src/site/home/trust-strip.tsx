import { copy } from "./copy.ts";

type TrustStripProps = {
  label?: string | undefined;
  facts?: readonly { figure: string; words: string }[] | undefined;
};

export function TrustStrip({ label = "In short", facts = copy.trust }: TrustStripProps) {
  return (
    <section className="on-night border-t border-line" aria-label={label}>
      <ul className="page grid grid-cols-2 gap-6 py-8 lg:grid-cols-4">
        {facts.map(({ figure, words }) => (
          <li
            className="text-sm leading-[1.4] text-balance text-quiet lg:not-first:border-s lg:not-first:border-line lg:not-first:ps-6"
            key={words}
          >
            <strong className="mb-0.5 block text-xl leading-snug font-semibold tracking-[-0.02em] text-ink">
              {figure}
            </strong>{" "}
            {words}
          </li>
        ))}
      </ul>
    </section>
  );
}
