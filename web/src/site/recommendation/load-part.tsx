import type { Fuel } from "#content/sizing/units.ts";
import { loadWords as words } from "#site/load-calculation/copy.ts";
import type { HomeAnswers } from "#site/load-calculation/home-answers.ts";
import { LoadForm } from "#site/load-calculation/load-form.tsx";
import { LoadResult } from "#site/load-calculation/load-result.tsx";
import { kva } from "#site/load-calculation/service-load.ts";
import { Button } from "#ui/button.tsx";
import type { Sizing } from "./sizing.ts";
import { amendHome, chooseFuel, startAgain, submitHome } from "./use-sizing.ts";

type LoadPartProps = {
  answers: HomeAnswers;
  isOwn: boolean;
  sizing: Sizing;
  fuel: Fuel;
};

const RESULT_ID = "calculated-load";

/** 'Size it properly': the questions about the home beside the resulting load. */
export function LoadPart({ answers, isOwn, sizing, fuel }: LoadPartProps) {
  return (
    <section className="page py-section" id="size-it-properly">
      <div>
        <h2 className="text-3xl tracking-tight">{words.title}</h2>
        <p className="mt-2 text-quiet">{words.lead}</p>
      </div>
      <div className="mt-8 grid gap-10 lg:grid-cols-[7fr_6fr] lg:items-start lg:gap-12">
        <div>
          <p className="mb-6 text-sm">{isOwn ? words.yours : words.usual}</p>
          <LoadForm answers={answers} onChange={submitHome} onEarlier={amendHome} />
          <Now sizing={sizing} />
          {isOwn && (
            <Button variant="link" onClick={startAgain}>
              {words.startAgain}
            </Button>
          )}
        </div>
        <div
          className="rounded-md bg-surface-sunken p-[clamp(1.25rem,1rem+1.5vw,2rem)]"
          id={RESULT_ID}
        >
          <LoadResult {...sizing} fuel={fuel} onFuel={chooseFuel} isOwn={isOwn} />
        </div>
      </div>
    </section>
  );
}

// On small screens the load stays in view while the answers change.
function Now({ sizing: { load, best } }: { sizing: Sizing }) {
  return (
    <p className="sticky bottom-0 z-2 -mx-gutter mt-6 flex min-h-14 max-w-none flex-wrap items-center justify-between gap-x-4 border-t border-line bg-surface px-gutter py-2 tabular-nums lg:hidden">
      <strong className="text-lg font-semibold">{load ? kva(load.totalVa) : "–"}</strong>
      <a className="inline-flex min-h-target items-center" href={`#${RESULT_ID}`}>
        {best ? words.now(best.unit.kw) : words.resultTitle}
      </a>
    </p>
  );
}
