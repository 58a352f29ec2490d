import { copy } from "./copy.ts";
import "./trust-strip.css";

export function TrustStrip() {
  return (
    <section className="trust on-night" aria-label="In short">
      <ul className="trust__list page">
        {copy.trust.map(({ figure, words }) => (
          <li className="trust__fact" key={figure}>
            <strong className="trust__figure">{figure}</strong> {words}
          </li>
        ))}
      </ul>
    </section>
  );
}
