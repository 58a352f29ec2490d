/** The four legal documents, and the two that are also served under /terms (LEGAL-01). */

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

/** Documents that are served under /terms too, by the last part of their path. */
export const repeatedUnderTerms = {
  installation: installationAgreement,
  "photo-review": photoReviewPolicy,
} as const;
