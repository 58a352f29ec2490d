/** The shape of a legal document. */

import type { Passage } from "#content/passage.ts";

export type Clause = {
  /** Anchor that other pages link to, so it stays when the number changes. */
  id: string;
  title: string;
  text: readonly Passage[];
  see?: readonly { label: string; href: string }[];
};

export type LegalDocument = {
  /** The last part of its path under /legal. */
  slug: string;
  path: string;
  name: string;
  description: string;
  version: string | null;
  dated: { word: string; day: string };
  lead: string;
  /** Summary for readers; only the clauses are binding. */
  inShort: readonly string[];
  clauses: readonly Clause[];
  /** Shown unnumbered after the clauses. */
  disclosure?: Clause;
};
