/** All three agreements are needed before a visitor pays (FIN-01). */
import { copy } from "./copy.ts";

export type Agreed = {
  terms_accepted: boolean;
  privacy_policy_accepted: boolean;
  scheduling_fee_acknowledged: boolean;
};

export type AgreementErrors = Partial<Record<keyof Agreed, string>>;

const NEEDED = Object.keys(copy.errors) as (keyof Agreed)[];

/** What is missing, each with its words; empty when all is agreed. */
export function agreementErrors(agreed: Agreed): AgreementErrors {
  const missing = NEEDED.filter((name) => !agreed[name]);
  return Object.fromEntries(missing.map((name) => [name, copy.errors[name]]));
}
