import type { Passage } from "#content/passage.ts";

/** Long text: paragraphs, lists, small tables and notices required by law. */
export function Passages({ text }: { text: readonly Passage[] }) {
  return (
    <div className="passages grid max-w-124 print:max-w-none gap-4 leading-[1.6] wrap-anywhere">
      {text.map((passage) => (
        <OnePassage key={JSON.stringify(passage)} passage={passage} />
      ))}
    </div>
  );
}

function OnePassage({ passage }: { passage: Passage }) {
  if (typeof passage === "string") return <p>{passage}</p>;
  if ("notice" in passage)
    return (
      <p className="rounded-xs border-2 border-ink p-4 leading-[1.45] font-bold text-ink">
        {passage.notice}
      </p>
    );
  if ("rows" in passage) {
    return (
      <dl>
        {passage.rows.map(([term, meaning]) => (
          <div
            className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-4 border-t border-line py-2.5 leading-[1.45] last:border-b sm:grid-cols-[11rem_1fr] sm:gap-x-6"
            key={`${term}${meaning}`}
          >
            <dt className="font-semibold tabular-nums text-ink">{term}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    );
  }
  return (
    <ul className="grid list-none gap-1.5 pl-5">
      {passage.list.map((line) => (
        <li
          className="relative before:absolute before:top-[0.72em] before:-left-4.5 before:h-px before:w-2 before:bg-current"
          key={line}
        >
          {line}
        </li>
      ))}
    </ul>
  );
}
