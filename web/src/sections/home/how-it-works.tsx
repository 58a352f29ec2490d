import { analyticsAttributes } from "#lib/analytics.ts";
import { paths } from "#lib/paths.ts";
import { copy } from "./copy.ts";

// A line of dots: downward on a phone, to the right on a desktop; the last dot glows.
const STEP = [
  "relative pb-10 ps-10 last:pb-0 lg:ps-0 lg:pe-8 lg:pt-10 lg:pb-0",
  "before:absolute before:top-1 before:left-0 before:z-1 before:size-4 before:rounded-full before:border-2 lg:before:top-0",
  "not-last:before:border-ink not-last:before:bg-surface-sunken",
  "last:before:border-glow last:before:bg-glow last:before:shadow-[0_0_0_6px_var(--emphasis-surface)]",
  "not-last:after:absolute not-last:after:bg-line",
  "not-last:max-lg:after:top-2 not-last:max-lg:after:-bottom-1 not-last:max-lg:after:left-[calc(0.5rem-1px)] not-last:max-lg:after:w-0.5",
  "not-last:lg:after:inset-x-0 not-last:lg:after:top-[calc(0.5rem-1px)] not-last:lg:after:h-0.5",
].join(" ");

export function HowItWorks() {
  const { title, lead, steps } = copy.howItWorks;

  return (
    <section className="bg-surface-sunken" id="how-it-works">
      <div className="page py-section">
        <h2 className="text-3xl tracking-tight">{title}</h2>
        <p className="mt-2 text-quiet">{lead}</p>
        <ol className="mt-10 grid lg:mt-12 lg:grid-cols-3 lg:gap-y-12">
          {steps.map((step) => (
            <li className={STEP} key={step.title}>
              <p className="text-sm text-quiet">{step.when}</p>
              <h3>{step.title}</h3>
              <p className="mt-1 max-w-[44ch] text-quiet">{step.text}</p>
              {"checklist" in step && (
                <a
                  className="inline-flex min-h-target items-center text-sm font-semibold"
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
