import { pageWords } from "./copy.ts";

export function SizingSteps() {
  const { title, list } = pageWords.steps;

  return (
    <section className="page py-section">
      <h2 className="text-3xl tracking-tight">{title}</h2>
      <ol className="mt-8 grid">
        {list.map((step) => (
          <li
            className="grid gap-x-8 gap-y-1 border-t border-line py-6 md:grid-cols-[5fr_7fr] md:items-baseline"
            key={step.title}
          >
            <h3>{step.title}</h3>
            <p className="text-quiet">{step.text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
