import { pageWords } from "./copy.ts";
import "./sizing-steps.css";

export function SizingSteps() {
  const { title, list } = pageWords.steps;

  return (
    <section className="sizing-steps page">
      <h2>{title}</h2>
      <ol className="sizing-steps__list">
        {list.map((step) => (
          <li key={step.title}>
            <h3>{step.title}</h3>
            <p>{step.text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
