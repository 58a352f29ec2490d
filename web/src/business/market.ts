/**
 * Facts of the market in use (market/README.md). A built page has placeholders such as
 * %%company.phone%% for facts that settings or staff may change; the server fills them in
 * (api/standby/server/page_templates.py) and gives the page's scripts the same facts as JSON.
 */
import market from "@market/company.json";

const COMPANY_FACTS = [
  "name",
  "legal_name",
  "phone",
  "email",
  "licence",
  "regulator",
  "hours",
  "support_hours",
  "area",
] as const;
type CompanyFact = (typeof COMPANY_FACTS)[number];
type PageFacts = {
  company: Record<CompanyFact, string>;
  /** What whole dollars show, in cents, by "band.generator.township"; see default-book.ts. */
  prices: Record<string, readonly number[]>;
  /** Cents by name; see terms.ts. */
  fees: { scheduling: number };
  /** In percent, such as "8.25%"; see terms.ts. */
  terms: Record<Term, string>;
};
type Term =
  | "sales_tax"
  | "late_fee"
  | "acceptance"
  | "equipment"
  | "completion"
  | "arrival_windows"
  | "window_morning"
  | "window_afternoon";
export type Placeholder = `%%${string}%%`;

export const MARKET_FACTS_ID = "market";
/** Whether pages are being built, with placeholders. */
export const isBuild = import.meta.env.PROD && import.meta.env.SSR;

/** The facts that the server gave this page; null in a build, in development and in tests. */
export const pageFacts: PageFacts | null =
  import.meta.env.PROD && !import.meta.env.SSR
    ? JSON.parse(document.getElementById(MARKET_FACTS_ID)?.textContent ?? "null")
    : null;

export const placeholder = (fact: string): Placeholder => `%%${fact}%%`;

/** A term in force, such as "8.25%", or its placeholder while pages are built. */
export function termInForce(name: Term, ofTheMarket: string): string {
  if (isBuild) return placeholder(`term.${name}`);
  return import.meta.env.PROD ? (pageFacts?.terms[name] ?? ofTheMarket) : ofTheMarket;
}

/** A fact about the company, or its placeholder while pages are built. */
export function companyFact(name: CompanyFact): string {
  if (isBuild) return placeholder(`company.${name}`);
  return import.meta.env.PROD ? (pageFacts?.company[name] ?? "") : market[name];
}
