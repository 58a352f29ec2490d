import { type ReactNode, useEffect, useState } from "react";
import type { Fuel } from "#content/sizing/units.ts";
import { type EnergyData, readEnergyData } from "#features/energy-sizing/energy-data.ts";
import { canBeRecommended, tierFor, usageOf } from "#features/energy-sizing/recommend-tier.ts";
import {
  forgetAnswers,
  type HomeAnswers,
  keepAnswers,
  readAnswers,
  usualHome,
} from "#features/load-calculation/home-answers.ts";
import { paths } from "#lib/paths.ts";
import { Facts } from "#sections/recommendation/facts.tsx";
import { DayPart } from "./day-part.tsx";
import { LoadPart } from "./load-part.tsx";
import { sizingOf } from "./sizing.ts";
import { Systems } from "./systems.tsx";
import { Verdict } from "./verdict.tsx";

/** The recommendation (REC-02, REC-03): a first guess from the bill, then the load calculation, which outranks it. */
export function Recommendation({ children }: { children?: ReactNode }) {
  const energy = useSavedEnergy();
  const [own, setOwn] = useState<HomeAnswers | null>(null);
  const [fuel, setFuel] = useState<Fuel>("natural_gas");

  useEffect(() => setOwn(readAnswers()), []);

  const sizing = sizingOf(own ?? usualHome, fuel);
  const usage = energy && usageOf(energy);
  const tier = usage && tierFor(usage.kwh);
  const answer = (answers: HomeAnswers) => {
    setOwn(answers);
    keepAnswers(answers);
  };
  const startAgain = () => {
    setOwn(null);
    forgetAnswers();
  };

  return (
    <>
      <Facts energy={energy} />
      <Verdict usage={usage} tier={tier} sizing={own ? sizing : null} />
      <Systems
        address={energy?.address ?? null}
        recommended={tier && canBeRecommended(tier) ? tier : null}
        byLoad={own ? sizing.tier : null}
      />
      {children}
      <LoadPart
        answers={own ?? usualHome}
        isOwn={own !== null}
        onAnswer={answer}
        onStartAgain={startAgain}
        sizing={sizing}
        fuel={fuel}
        onFuel={setFuel}
      />
      <DayPart sizing={sizing} fuel={fuel} />
    </>
  );
}

/** Null until the page knows; a visitor who told nothing is sent to tell it. */
function useSavedEnergy(): EnergyData | null {
  const [energy, setEnergy] = useState<EnergyData | null>(null);

  useEffect(() => {
    const saved = readEnergyData();
    if (saved) setEnergy(saved);
    else location.replace(paths.generatorConfig);
  }, []);

  return energy;
}
