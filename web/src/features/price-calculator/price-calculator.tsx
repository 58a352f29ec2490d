import { type ReactNode, useRef, useState } from "react";
import { type Book, type Job, jobIn, OWN, townshipName, usualJob } from "#business/prices.ts";
import { paths } from "#lib/paths.ts";
import { Notice } from "#ui/notice.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { useEarlyInput } from "#ui/use-early-input.ts";
import { copy } from "./copy.ts";
import { PriceLines } from "./price-lines.tsx";
import { Segments } from "./segments.tsx";
import { usePriceBook } from "./use-price-book.ts";

type PriceCalculatorProps = {
  /** A configured township's key or a city's name; defaults to the first configured township. */
  township?: string | undefined;
  /** Content below the total, for the chosen job. */
  children?: ((job: Job) => ReactNode) | undefined;
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
        aria-label={copy.result}
      >
        <PriceLines book={book} job={job} />
        <div className="min-h-[3.2rem] text-sm text-quiet">
          {status === "loading" && <p role="status">{copy.loading}</p>}
          {status === "failed" && <Notice tone="warning">{copy.failed}</Notice>}
          {(status === "ready" || status === "prerendered") && <p>{copy.lock}</p>}
        </div>
        {children?.(job)}
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
  const sizes = book.generators.map(({ key, kw }) => ({ value: key, label: copy.size(kw) }));
  return (
    <>
      <div>
        <Segments
          legend={copy.distance}
          name="band"
          value={job.band}
          options={book.bands.map(({ band }) => ({ value: band, label: copy.bands[band] }))}
          onChoose={(value) => {
            const chosen = book.bands.find(({ band }) => band === value);
            if (chosen) onChoose({ band: chosen.band });
          }}
        />
        <p className="mt-2 text-sm text-quiet">
          {copy.unsure}{" "}
          <a className="inline-block py-1 font-semibold text-ink" href={paths.distanceHelper}>
            {copy.learnHow}
          </a>
        </p>
      </div>
      <Segments
        legend={copy.generator}
        name="generator"
        value={job.generator}
        options={[...sizes, { value: OWN, label: copy.own }]}
        onChoose={(generator) => onChoose({ generator })}
      />
      <SelectField
        label={copy.township}
        name="township"
        value={job.township}
        options={book.townships.map((each) => ({
          value: each.key,
          label: townshipName(each, city),
        }))}
        onChange={(township) => onChoose({ township })}
      />
    </>
  );
}
