import type { ReactNode } from "react";
import { type Book, type Job, OWN, priceOf } from "#business/prices.ts";
import { Price } from "#ui/price.tsx";
import { copy } from "./copy.ts";

/** Installation, equipment, tax, permit and total of one job. */
export function PriceLines({ book, job }: { book: Book; job: Job }) {
  const price = priceOf(book, job);
  if (!price) return null;

  const kw = book.generators.find(({ key }) => key === job.generator)?.kw;
  const township = book.townships.find(({ key }) => key === job.township);
  const isAtCost = township?.isAtCost ?? false;
  return (
    <dl>
      <Line name={copy.installation} note={copy.installationNote[job.band]}>
        <Price cents={price.installation_cents} />
      </Line>
      <Line
        name={copy.equipment}
        note={job.generator === OWN || !kw ? copy.ownNote : copy.equipmentNote(kw)}
      >
        <Price cents={price.generator_cents} />
      </Line>
      {job.generator !== OWN && (
        <Line name={copy.tax} note={copy.taxNote}>
          <Price cents={price.sales_tax_cents} />
        </Line>
      )}
      <Line name={copy.permit} note={isAtCost ? copy.atCostNote : undefined}>
        {isAtCost ? copy.atCost : <Price cents={price.permit_cents} />}
      </Line>
      <div className="-mt-px flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-t-2 border-ink pt-4 font-semibold">
        <dt>{copy.total}</dt>
        <dd className="grid justify-items-end" aria-live="polite">
          <Price cents={price.total_cents} size="xl" />
          {isAtCost && <span className="text-sm font-normal text-quiet">{copy.plusPermit}</span>}
        </dd>
      </div>
    </dl>
  );
}

type LineProps = { name: string; note?: string | undefined; children: ReactNode };

function Line({ name, note, children }: LineProps) {
  return (
    <div className="flex items-baseline justify-between gap-4 border-b border-line py-3.25 first:pt-0">
      <dt className="font-medium">
        {name}
        {note && <span className="block text-sm leading-[1.4] font-normal text-quiet">{note}</span>}
      </dt>
      <dd className="text-end font-semibold whitespace-nowrap">{children}</dd>
    </div>
  );
}
