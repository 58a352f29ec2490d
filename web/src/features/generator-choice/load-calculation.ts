/** What the load calculation shows on step 2, as one file of scripts. */
export { StayOn, type StayOnProps } from "./stay-on.tsx";
export { UnitFacts, type UnitFactsProps } from "./unit-facts.tsx";
