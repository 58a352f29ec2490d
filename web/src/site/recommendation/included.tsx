import { pageWords } from "./copy.ts";

/** 'Professional Installation Included' (REC-03.5). */
export function Included() {
  const { title, lead, list } = pageWords.included;

  return (
    <section className="mt-section bg-surface-sunken">
      <div className="page grid gap-8 py-[clamp(3rem,2rem+4vw,5rem)] lg:grid-cols-[5fr_7fr] lg:gap-16">
        <div>
          <h2>{title}</h2>
          <p className="mt-2 max-w-[36ch] text-quiet">{lead}</p>
        </div>
        <dl>
          {list.map((part) => (
            <div className="border-t border-line py-4" key={part.title}>
              <dt className="font-semibold">{part.title}</dt>
              <dd className="max-w-measure text-quiet">{part.text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
