/** The four legal documents, and the two that are also served under /terms (LEGAL-01). */

import { installationAgreement } from "#texts/legal/installation-agreement.ts";
import { photoReviewPolicy } from "#texts/legal/photo-review-policy.ts";
import { privacyPolicy } from "#texts/legal/privacy-policy.ts";
import { termsOfUse } from "#texts/legal/terms-of-use.ts";
import type { LegalDocument } from "./legal-document.ts";

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
