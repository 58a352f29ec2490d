import type { Passage } from "#content/passage.ts";
import "./passages.css";

/** Long text: paragraphs, lists, small tables and notices required by law. */
export function Passages({ text }: { text: readonly Passage[] }) {
  return (
    <div className="passages">
      {text.map((passage) => (
        <OnePassage key={JSON.stringify(passage)} passage={passage} />
      ))}
    </div>
  );
}

function OnePassage({ passage }: { passage: Passage }) {
  if (typeof passage === "string") return <p>{passage}</p>;
  if ("notice" in passage) return <p className="passages__notice">{passage.notice}</p>;
  if ("rows" in passage) {
    return (
      <dl className="passages__rows">
        {passage.rows.map(([term, meaning]) => (
          <div className="passages__row" key={`${term}${meaning}`}>
            <dt>{term}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    );
  }
  return (
    <ul className="passages__list">
      {passage.list.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
