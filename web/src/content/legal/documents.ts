/** The four legal documents, and the two that are also served under /terms (LEGAL-01). */

import type { Passage } from "#content/passage.ts";
import { installationAgreement } from "./installation-agreement.ts";
import { photoReviewPolicy } from "./photo-review-policy.ts";
import { privacyPolicy } from "./privacy-policy.ts";
import { termsOfUse } from "./terms-of-use.ts";

export const legalDocuments: readonly LegalDocument[] = [
  installationAgreement,
  photoReviewPolicy,
  privacyPolicy,
  termsOfUse,
];

/** Documents that are served under /terms too, by the last part of their path. */
export const repeatedUnderTerms = {
  installation: installationAgreement,
  "photo-review": photoReviewPolicy,
} as const;

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
  dated: { word: "Last updated" | "Effective"; day: string };
  lead: string;
  /** Summary for readers; only the clauses are binding. */
  inShort: readonly string[];
  clauses: readonly Clause[];
  /** Shown unnumbered after the clauses. */
  disclosure?: Clause;
};
