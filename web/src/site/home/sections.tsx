import "./home.css";
import type { ReactNode } from "react";
import { bandInWords, nearestBand } from "#business/bands.ts";
import { startingTotal } from "#business/default-book.ts";
import {
  feeCreditDays,
  freeRescheduleHours,
  photoReview,
  reservationFee,
} from "#business/terms.ts";
import { exampleJob, exampleTown, priceExample } from "#content/price-example.ts";
import { analyticsAttributes } from "#lib/analytics.ts";
import { shareOf } from "#lib/money.ts";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import { NotIncludedLine } from "#site/included/not-included-line.tsx";
import { typicalQuote, valueClaims } from "#texts/value-claims.ts";
import { Button } from "#ui/button.tsx";
import { Price } from "#ui/price.tsx";

export function HowItWorks() {
  return (
    <section className="bg-surface-sunken" id="how-it-works">
      <div className="page py-section">
        <h2 className="text-3xl tracking-tight">{m.booking_timeline_title()}</h2>
        <p className="mt-2 text-quiet">{m.home_how_it_works_lead()}</p>
        <ol className="timeline mt-6 grid lg:mt-12 lg:grid-cols-3 lg:gap-y-12">
          {[
            {
              when: m.home_how_it_works_steps_1_when(),
              title: m.home_how_it_works_steps_1_title(),
              text: m.home_how_it_works_steps_1_text({ reservationFee, days: feeCreditDays }),
            },
            {
              when: m.home_how_it_works_steps_2_when(),
              title: m.home_how_it_works_steps_2_title(),
              text: m.home_how_it_works_steps_2_text(),
              checklist: m.home_how_it_works_steps_2_checklist(),
            },
            {
              when: photoReview,
              title: m.home_how_it_works_steps_3_title(),
              text: m.home_how_it_works_steps_3_text(),
            },
            {
              when: m.home_how_it_works_steps_4_when(),
              title: m.home_how_it_works_steps_4_title(),
              text: m.home_how_it_works_steps_4_text({ hours: freeRescheduleHours }),
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
              className="relative ps-8 pb-3 last:pb-0 md:ps-10 md:pb-10 lg:ps-0 lg:pe-8 lg:pt-10 lg:pb-0"
              key={step.title}
            >
              <p className="text-sm text-quiet max-md:float-end max-md:leading-[1.8]">
                {step.when}
              </p>
              <h3 className="max-md:text-base max-md:leading-[1.6]">{step.title}</h3>
              {/* On a phone the steps are a list to look over. */}
              <p className="mt-1 max-w-[46ch] text-quiet max-md:hidden">{step.text}</p>
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

type PricingProps = {
  title?: string | undefined;
  lead?: string | undefined;
  /** Between two sunken sections, its own ground is plain. */
  ground?: "sunken" | "plain" | undefined;
  /** Price calculator. */
  children: ReactNode;
};

export function Pricing({
  title = m.home_pricing_title(),
  lead = m.home_pricing_lead(),
  ground = "sunken",
  children,
}: PricingProps) {
  return (
    <section
      className={ground === "sunken" ? "bg-surface-sunken" : "bg-surface"}
      id="pricing"
      aria-labelledby="pricing-title"
    >
      <div className="page py-section" id="pricing-clarity">
        <h2 className="max-w-[18ch] text-3xl tracking-tight" id="pricing-title">
          {title}
        </h2>
        <p className="mt-2 mb-4 max-w-[46ch] text-quiet max-md:text-sm md:mt-4 md:mb-10">{lead}</p>
        {children}
        <NotIncludedLine className="mt-6" />
      </div>
    </section>
  );
}

/** Value section: resale, insurance, outages and prices elsewhere (HOME-08). */
export function Value() {
  return (
    <section id="value" aria-labelledby="value-title">
      <div
        className="page grid gap-4 py-section md:gap-10 lg:grid-cols-[5fr_6fr] lg:gap-x-16"
        id="roi-value"
      >
        <div className="lg:col-1">
          <h2 className="text-3xl tracking-tight" id="value-title">
            {m.home_value_title()}
          </h2>
          <p className="mt-4 max-w-[38ch] text-quiet">{m.home_value_lead()}</p>
        </div>
        <dl className="lg:col-2 lg:row-[1/span_2]">
          {valueClaims.map((claim) => (
            <div
              className="border-t border-line py-2 md:py-6 lg:grid lg:grid-cols-[13rem_1fr] lg:items-start lg:gap-6 lg:first:border-t-0 lg:first:pt-0"
              key={claim.id}
            >
              <dt className="font-semibold">
                <strong className="text-2xl leading-[1.2] md:block md:text-3xl tracking-[-0.03em] tabular-nums">
                  {claim.figure}
                </strong>{" "}
                {claim.title}
              </dt>
              <dd className="max-w-[46ch] text-quiet md:mt-1 lg:mt-2">
                <span className="max-md:hidden">{claim.text}</span>
                <Source source={claim.source} />
              </dd>
            </div>
          ))}
        </dl>
        <QuoteBars />
        <a className="inline-block py-1 font-semibold md:mt-6 lg:col-2" href={paths.outages}>
          {m.home_value_outages()}
        </a>
      </div>
    </section>
  );
}

// A bar is drawn when the page is built, so its length is that of the starting price.
const OUR_TOTAL_CENTS = startingTotal(exampleJob);

// Typical quotes beside our example, on one scale.
function QuoteBars() {
  return (
    <figure className="grid content-start gap-3 rounded-md bg-surface-sunken p-[clamp(1rem,0.5rem+2.5vw,2.5rem)] md:mt-6 md:gap-6 lg:col-1 lg:self-end">
      <figcaption className="font-semibold">{m.home_value_quotes()}</figcaption>
      <div>
        <p className="flex items-baseline justify-between gap-4">
          {typicalQuote.label}{" "}
          <strong className="text-xl font-semibold whitespace-nowrap tabular-nums">
            {typicalQuote.figure}
          </strong>
        </p>
        <Bar cents={typicalQuote.fromCents} />
        <Source source={typicalQuote.source} />
      </div>
      <div>
        <p className="flex items-baseline justify-between gap-4">
          {m.home_value_ours()} <Price cents={priceExample.totalCents} className="text-xl" />
        </p>
        <Bar cents={OUR_TOTAL_CENTS} isOurs />
        <p className="mt-2 text-sm text-quiet">
          {m.home_value_ours_note({ town: exampleTown, nearest: bandInWords(nearestBand) })}
        </p>
      </div>
    </figure>
  );
}

// Solid up to the lowest typical quote; the range behind it extends to the highest.
function Bar({ cents, isOurs = false }: { cents: number; isOurs?: boolean }) {
  const share = shareOf(cents, typicalQuote.toCents);

  return (
    <svg
      className={`mt-2 h-3 w-full ${isOurs ? "fill-action" : "fill-line-strong"}`}
      aria-hidden="true"
    >
      {!isOurs && <rect className="fill-line" width="100%" height="100%" rx="4" />}
      <rect width={share} height="100%" rx="4" />
    </svg>
  );
}

function Source({ source }: { source: string | null }) {
  return (
    <small className="mt-1 block text-xs">
      {source ? `${m.home_value_source()} ${source}` : m.home_value_estimate()}
    </small>
  );
}

type FaqProps = {
  title?: string | undefined;
  /** Number of questions on the FAQ page. */
  count: number;
  /** Label of the link to all questions. */
  all?: ((inputs: { count: number }) => string) | undefined;
  /** Outer spacing only. */
  className?: string | undefined;
  /** The first questions. */
  children: ReactNode;
};

export function Faq({
  title = m.home_faq_title(),
  count,
  all = m.home_faq_all,
  className = "",
  children,
}: FaqProps) {
  return (
    <section
      className={`page grid gap-8 pb-section lg:grid-cols-[4fr_7fr] lg:gap-16 ${className}`.trim()}
      id="faq"
      aria-labelledby="faq-title"
    >
      <h2 className="text-3xl tracking-tight" id="faq-title">
        {title}
      </h2>
      <div className="grid min-w-0 justify-items-start gap-6">
        {children}
        <Button variant="outline" href={paths.faq} {...analyticsAttributes("faq_all_clicked")}>
          {all({ count })}
        </Button>
      </div>
    </section>
  );
}
