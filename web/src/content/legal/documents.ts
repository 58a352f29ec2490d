/** The four legal texts, and the two that also stand under /terms (spec §2). */
import { installationAgreement } from "./installation-agreement.ts";
import type { LegalDocument } from "./legal-document.ts";
import { photoReviewPolicy } from "./photo-review-policy.ts";
import { privacyPolicy } from "./privacy-policy.ts";
import { termsOfUse } from "./terms-of-use.ts";

export const legalDocuments: readonly LegalDocument[] = [
  installationAgreement,
  photoReviewPolicy,
  privacyPolicy,
  termsOfUse,
];

/** The same texts at the addresses the marketing pages use. */
export const repeatedUnderTerms = {
  installation: installationAgreement,
  "photo-review": photoReviewPolicy,
} as const;
