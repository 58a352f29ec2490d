/** Validation of the three agreements that are required before paying (FIN-01.3). */
import { copy } from "./copy.ts";

export type Agreed = {
  terms_accepted: boolean;
  privacy_policy_accepted: boolean;
  scheduling_fee_acknowledged: boolean;
};

export type AgreementErrors = Partial<Record<keyof Agreed, string>>;

const NEEDED = Object.keys(copy.errors) as (keyof Agreed)[];

/** Error texts of the missing agreements; empty when all are accepted. */
export function agreementErrors(agreed: Agreed): AgreementErrors {
  const missing = NEEDED.filter((name) => !agreed[name]);
  return Object.fromEntries(missing.map((name) => [name, copy.errors[name]]));
}
