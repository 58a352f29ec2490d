import { DayPart } from "./day-part.tsx";
import { LoadPart } from "./load-part.tsx";
import { useSizing } from "./use-sizing.ts";

/** The load calculation and the August day: the half of the page that wakes when it comes near. */
export function ProperSizing() {
  const { answers, isOwn, fuel, sizing } = useSizing();

  return (
    <>
      <LoadPart answers={answers} isOwn={isOwn} sizing={sizing} fuel={fuel} />
      <DayPart sizing={sizing} fuel={fuel} />
    </>
  );
}
