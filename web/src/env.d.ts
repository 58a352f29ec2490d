/// <reference types="astro/client" />

/**
 * A separate copy of the module for each page's script, small enough to be inlined, so that it
 * needs no request.
 */
declare module "#lib/analytics.ts?page" {
  export { track } from "#lib/analytics.ts";
}
declare module "#lib/analytics.ts?faq" {
  export { track } from "#lib/analytics.ts";
}

declare module "#features/next-open-day/show-next-open-day.ts?page" {
  export * from "#features/next-open-day/show-next-open-day.ts";
}
declare module "#lib/money.ts?page" {
  export { wholeDollars } from "#lib/money.ts";
}
declare module "#lib/storage.ts?page" {
  export { readSession } from "#lib/storage.ts";
}
declare module "#draft/draft.ts?page" {
  export { DRAFT_KEY, type Draft } from "#draft/draft.ts";
}

declare module "leaflet/dist/leaflet-src.esm.js" {
  export * from "leaflet";
}

/** The language of this build: "en" (integrations/language.ts). */
declare const LANGUAGE: string;
/** The same as Intl writes dates, amounts and lists: "en-US". */
declare const LOCALE: string;

declare module "virtual:market" {
  /** How many ZIP codes are covered. */
  export const zipCodeCount: number;
  export const schedulingFeeCents: number;
  /** Load management modules that come with a generator. */
  export const includedModules: number;
  /** Hours such as "08:30", where staff have set nothing else. */
  export const arrivalWindows: Partial<
    Record<"morning" | "afternoon", { start: string; end: string }>
  >;
  export const footerCities: { slug: string; name: string }[];
  type Band = string;
  /** The longest run of each band in feet, nearest first (integrations/market.ts). */
  export const bandLimits: readonly (readonly [Band, number])[];
  export const soldGenerators: { key: string; kw: number }[];
  /** Brand and model number by model number. */
  export const generatorNames: Record<string, string>;
  export const townshipsWithFee: { key: string; name: string }[];
  export const salesTaxRate: number;
  /** Of the contract price: at acceptance, at arrival of the equipment, at completion. */
  export const milestonePercents: readonly [number, number, number];
  /** The price book of the starting catalog, as `default-book.ts` reads it. */
  export const startingPrices: Record<string, readonly number[]>;
}
