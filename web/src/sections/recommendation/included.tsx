import { resultWords } from "./copy.ts";
import "./included.css";

/** 'Professional Installation Included' (REC-03.5). */
export function Included() {
  const { title, lead, list } = resultWords.included;

  return (
    <section className="included">
      <div className="included__inner page">
        <div>
          <h2>{title}</h2>
          <p className="included__lead">{lead}</p>
        </div>
        <dl className="included__list">
          {list.map((part) => (
            <div key={part.title}>
              <dt>{part.title}</dt>
              <dd>{part.text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
