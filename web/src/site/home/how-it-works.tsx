import { siteVisitFee } from "#business/terms.ts";
import { analyticsAttributes } from "#lib/analytics.ts";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import "./home.css";

export function HowItWorks() {
  return (
    <section className="bg-surface-sunken" id="how-it-works">
      <div className="page py-section">
        <h2 className="text-3xl tracking-tight">{m.booking_timeline_title()}</h2>
        <p className="mt-2 text-quiet">{m.home_how_it_works_lead()}</p>
        <ol className="timeline mt-10 grid lg:mt-12 lg:grid-cols-3 lg:gap-y-12">
          {[
            {
              when: m.home_how_it_works_steps_1_when(),
              title: m.home_how_it_works_steps_1_title(),
              text: m.home_how_it_works_steps_1_text({ siteVisitFee }),
            },
            {
              when: m.home_how_it_works_steps_2_when(),
              title: m.home_how_it_works_steps_2_title(),
              text: m.home_how_it_works_steps_2_text(),
              checklist: m.home_how_it_works_steps_2_checklist(),
            },
            {
              when: m.home_how_it_works_steps_3_when(),
              title: m.home_how_it_works_steps_3_title(),
              text: m.home_how_it_works_steps_3_text(),
            },
            {
              when: m.home_how_it_works_steps_4_when(),
              title: m.home_how_it_works_steps_4_title(),
              text: m.home_how_it_works_steps_4_text(),
            },
            {
              when: m.home_how_it_works_steps_5_when(),
              title: m.home_how_it_works_steps_5_title(),
              text: m.home_how_it_works_steps_5_text(),
            },
            {
              when: m.home_how_it_works_steps_6_when(),
              title: m.home_how_it_works_steps_6_title(),
              text: m.home_how_it_works_steps_6_text(),
            },
          ].map((step) => (
            <li
              className="relative ps-10 pb-10 last:pb-0 lg:ps-0 lg:pe-8 lg:pt-10 lg:pb-0"
              key={step.title}
            >
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
