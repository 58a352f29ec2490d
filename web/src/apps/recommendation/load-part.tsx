import type { Fuel } from "#content/sizing/units.ts";
import { loadWords as words } from "#features/load-calculation/copy.ts";
import type { HomeAnswers } from "#features/load-calculation/home-answers.ts";
import { LoadForm } from "#features/load-calculation/load-form.tsx";
import { kva, LoadResult } from "#features/load-calculation/load-result.tsx";
import { Button } from "#ui/button.tsx";
import type { Sizing } from "./sizing.ts";
import { amendHome, chooseFuel, startAgain, submitHome } from "./use-sizing.ts";
import "./recommendation.css";

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
    <section className="load-part page" id="size-it-properly">
      <div className="load-part__head">
        <h2>{words.title}</h2>
        <p>{words.lead}</p>
      </div>
      <div className="load-part__sides">
        <div className="load-part__form">
          <p className="load-part__note">{isOwn ? words.yours : words.usual}</p>
          <LoadForm answers={answers} onChange={submitHome} onEarlier={amendHome} />
          <Now sizing={sizing} />
          {isOwn && (
            <Button variant="link" onClick={startAgain}>
              {words.startAgain}
            </Button>
          )}
        </div>
        <div className="load-part__result" id={RESULT_ID}>
          <LoadResult {...sizing} fuel={fuel} onFuel={chooseFuel} isOwn={isOwn} />
        </div>
      </div>
    </section>
  );
}

// On small screens the load stays in view while the answers change.
function Now({ sizing: { load, best } }: { sizing: Sizing }) {
  return (
    <p className="load-part__now">
      <strong>{load ? kva(load.totalVa) : "–"}</strong>
      <a href={`#${RESULT_ID}`}>{best ? words.now(best.unit.kw) : words.resultTitle}</a>
    </p>
  );
}
