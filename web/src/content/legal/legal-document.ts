/** What a legal text is: its clauses, its date and where it stands. */
import type { Passage } from "#content/passage.ts";

export type Clause = {
  /** Its anchor: other pages link to it, so it outlives a change of number. */
  id: string;
  title: string;
  text: readonly Passage[];
  see?: readonly { label: string; href: string }[];
};

export type LegalDocument = {
  /** The last part of its address under /legal. */
  slug: string;
  path: string;
  name: string;
  description: string;
  version: string | null;
  dated: { word: "Last updated" | "Effective"; day: string };
  lead: string;
  /** A reader's summary; the clauses are what counts. */
  inShort: readonly string[];
  clauses: readonly Clause[];
  /** Stands after the numbered clauses and carries no number. */
  disclosure?: Clause;
};
