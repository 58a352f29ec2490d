import { DayPart } from "./day-part.tsx";
import { LoadPart } from "./load-part.tsx";
import { useSizing } from "./use-sizing.ts";

/** Load calculation and August day: the part of the page that hydrates when it scrolls near. */
export function ProperSizing() {
  const { answers, isOwn, fuel, sizing } = useSizing();

  return (
    <>
      <LoadPart answers={answers} isOwn={isOwn} sizing={sizing} fuel={fuel} />
      <DayPart sizing={sizing} fuel={fuel} />
    </>
  );
}
