import { analyticsAttributes } from "#lib/analytics.ts";
import { paths } from "#lib/paths.ts";
import { copy } from "./copy.ts";
import "./how-it-works.css";

export function HowItWorks() {
  const { title, lead, steps } = copy.howItWorks;

  return (
    <section className="how" id="how-it-works">
      <div className="how__inner page">
        <h2 className="how__title">{title}</h2>
        <p className="how__lead">{lead}</p>
        <ol className="how__steps">
          {steps.map((step) => (
            <li className="how__step" key={step.title}>
              <p className="how__when">{step.when}</p>
              <h3>{step.title}</h3>
              <p className="how__text">{step.text}</p>
              {"checklist" in step && (
                <a
                  className="how__checklist"
                  href={`${paths.legal.photoReview}#shots`}
                  {...analyticsAttributes("sample_checklist_clicked")}
                >
                  {step.checklist}
                </a>
              )}
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
