import { lazy, type ReactNode, Suspense, useRef, useState } from "react";
import { bandInWords, bandRange, limitOf, nearestBand } from "#business/bands.ts";
import { lowerFrom } from "#business/lower-from.ts";
import {
  type Book,
  type Job,
  jobIn,
  jobQuery,
  OWN,
  priceOf,
  townshipName,
  usualJob,
} from "#business/prices.ts";
import { salesTax } from "#business/terms.ts";
import { PaidInThree } from "#features/price-summary/paid-in-three.tsx";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { useEarlyInput } from "#ui/hydration.ts";
import { Icon } from "#ui/icon.tsx";
import { Notice } from "#ui/notice.tsx";
import { Price } from "#ui/price.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { usePriceBook } from "./use-price-book.ts";

const PricingExplainer = lazy(async () => {
  const explainer = await import("./pricing-explainer.tsx");
  return { default: explainer.PricingExplainer };
});

/** Price calculator of the home and city pages, with its explainer. */
export default function Pricing({ township }: { township?: string | undefined }) {
  const [isExplained, setExplained] = useState(false);
  const [isRequested, setRequested] = useState(false);

  const openExplainer = () => {
    setRequested(true);
    setExplained(true);
  };

  return (
    <>
      <PriceCalculator township={township}>
        {(job, isChosen) => (
          <div className="flex flex-wrap gap-2">
            <Button
              className="flex-[1_1_14rem]"
              variant="cta-green"
              size="lg"
              href={
                paths.wizard.address + (isChosen ? jobQuery(job) : `?band=${limitOf(job.band)}`)
              }
            >
              {m.pricing_start()}
            </Button>
            <Button className="flex-[1_1_14rem]" variant="ghost" size="lg" onClick={openExplainer}>
              <Icon name="info" size="sm" />
              {m.pricing_explain()}
            </Button>
          </div>
        )}
      </PriceCalculator>
      {isRequested && (
        <Suspense>
          <PricingExplainer open={isExplained} onClose={() => setExplained(false)} />
        </Suspense>
      )}
    </>
  );
}

type PriceCalculatorProps = {
  /** A configured township's key or a city's name; defaults to the first configured township. */
  township?: string | undefined;
  /** Content below the total, for the job, and whether the visitor has chosen any of it. */
  children?: ((job: Job, isChosen: boolean) => ReactNode) | undefined;
};

/** Price calculator: distance, generator and township give five price lines (HOME-05.1). */
export function PriceCalculator({ township, children }: PriceCalculatorProps) {
  const { book, status } = usePriceBook();
  const [chosen, setChosen] = useState<Partial<Job>>({});
  const form = useRef<HTMLFormElement>(null);
  const job = jobIn(book, { ...usualJob(book, township), ...chosen }, township);

  const choose = (choice: Partial<Job>) => setChosen((before) => ({ ...before, ...choice }));
  useEarlyInput(form, job, (changed) => choose(changed as Partial<Job>));

  return (
    <div className="grid items-start gap-8 lg:grid-cols-[5fr_6fr] lg:gap-16">
      <form ref={form} className="grid min-w-0 gap-6" onSubmit={(event) => event.preventDefault()}>
        <Choices book={book} job={job} city={township} onChoose={choose} />
      </form>
      <section
        className="grid min-w-0 gap-4 rounded-md bg-surface-raised p-[clamp(1.5rem,1rem+2.5vw,2.5rem)] shadow-md"
        aria-label={m.price_calculator_result()}
        data-sum
      >
        <PriceLines book={book} job={job} />
        <PaidInThree parts={priceOf(book, job)?.milestones ?? []} />
        <div className="min-h-[3.2rem] text-sm text-quiet">
          {status === "loading" && <p role="status">{m.price_calculator_loading()}</p>}
          {status === "failed" && <Notice tone="warning">{m.pricing_data_failed()}</Notice>}
          {(status === "ready" || status === "prerendered") && (
            <p>{m.price_calculator_lock({ lower: lowerFrom(limitOf(job.band)) })}</p>
          )}
        </div>
        {children?.(job, Object.keys(chosen).length > 0)}
      </section>
    </div>
  );
}

type ChoicesProps = {
  book: Book;
  job: Job;
  city: string | undefined;
  onChoose: (choice: Partial<Job>) => void;
};

function Choices({ book, job, city, onChoose }: ChoicesProps) {
  const sizes = book.generators.map(({ key, kw }) => ({
    value: key,
    label: m.price_calculator_size({ kw }),
  }));
  return (
    <>
      <div>
        <Segments
          legend={m.price_calculator_distance()}
          name="band"
          value={job.band}
          options={book.bands.map(({ band }) => ({ value: band, label: bandRange(band) }))}
          onChoose={(value) => {
            const chosen = book.bands.find(({ band }) => band === value);
            if (chosen) onChoose({ band: chosen.band });
          }}
        />
        <p className="mt-2 text-sm text-quiet">
          {m.distance_unsure()}{" "}
          <a className="inline-block py-1 font-semibold text-ink" href={paths.distanceHelper}>
            {m.price_calculator_learn_how()}
          </a>
        </p>
      </div>
      <Segments
        legend={m.price_calculator_generator()}
        name="generator"
        value={job.generator}
        options={[...sizes, { value: OWN, label: m.price_calculator_own() }]}
        onChoose={(generator) => onChoose({ generator })}
      />
      <SelectField
        label={m.price_calculator_township()}
        name="township"
        value={job.township}
        options={book.townships.map((each) => ({
          value: each.key,
          label: townshipName(book, each, city),
        }))}
        onChange={(township) => onChoose({ township })}
      />
    </>
  );
}

/** Installation, equipment, tax, permit and total of one job. */
function PriceLines({ book, job }: { book: Book; job: Job }) {
  const price = priceOf(book, job);
  if (!price) return null;

  const kw = book.generators.find(({ key }) => key === job.generator)?.kw;
  const township = book.townships.find(({ key }) => key === job.township);
  const isAtCost = township?.isAtCost ?? false;
  return (
    <dl>
      <Line
        name={m.price_calculator_installation()}
        note={m.price_calculator_installation_note({
          isNearest: job.band === nearestBand,
          feet: bandInWords(job.band),
        })}
      >
        <Price cents={price.shown.installation_cents} />
      </Line>
      <Line
        name={m.price_calculator_equipment()}
        note={
          job.generator === OWN || !kw
            ? m.price_calculator_own_note()
            : m.price_calculator_equipment_note({ kw })
        }
      >
        <Price cents={price.shown.generator_cents} />
      </Line>
      {job.generator !== OWN && (
        <Line name={m.price_calculator_tax()} note={m.price_calculator_tax_note({ salesTax })}>
          <Price cents={price.shown.sales_tax_cents} />
        </Line>
      )}
      <Line
        name={m.price_calculator_permit()}
        note={isAtCost ? m.price_calculator_at_cost_note() : undefined}
      >
        {isAtCost ? m.price_calculator_at_cost() : <Price cents={price.shown.permit_cents} />}
      </Line>
      <div
        className="-mt-px flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-t-2 border-ink pt-4 font-semibold"
        data-total="lines payments"
      >
        <dt>{m.price_calculator_total()}</dt>
        <dd className="grid justify-items-end" aria-live="polite">
          <Price cents={price.shown.total_cents} size="xl" />
          {isAtCost && (
            <span className="text-sm font-normal text-quiet">
              {m.price_calculator_plus_permit()}
            </span>
          )}
        </dd>
      </div>
    </dl>
  );
}

type LineProps = { name: string; note?: string | undefined; children: ReactNode };

function Line({ name, note, children }: LineProps) {
  return (
    <div
      className="flex items-baseline justify-between gap-4 border-b border-line py-3.25 first:pt-0"
      data-part="lines"
    >
      <dt className="font-medium">
        {name}
        {note && <span className="block text-sm leading-[1.4] font-normal text-quiet">{note}</span>}
      </dt>
      <dd className="text-end font-semibold whitespace-nowrap">{children}</dd>
    </div>
  );
}

type SegmentsProps = {
  legend: string;
  name: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChoose: (value: string) => void;
};

const LABEL = [
  "pointer-events-none relative grid min-h-13 place-items-center rounded-[calc(var(--radius-small)-2px)] p-1 text-center leading-[1.2] font-medium tabular-nums transition-colors",
  "peer-not-checked:group-hover:bg-surface-sunken",
  "peer-checked:bg-surface-inverse peer-checked:font-semibold peer-checked:text-inverse",
].join(" ");

/** One of a few short options, side by side. */
function Segments({ legend, name, value, options, onChoose }: SegmentsProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 p-0 text-sm leading-[1.4] font-semibold">{legend}</legend>
      <div className="grid auto-cols-fr grid-flow-col rounded-sm border border-line-strong bg-surface-raised">
        {options.map((option) => (
          <label
            className="group relative grid cursor-pointer border-line not-first:border-s"
            key={option.value}
          >
            <input
              className="peer absolute inset-0 cursor-[inherit] appearance-none rounded-[calc(var(--radius-small)-1px)] forced-colors:static forced-colors:appearance-auto"
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChoose(option.value)}
            />
            <span className={LABEL}>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
