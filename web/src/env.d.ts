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

declare module "virtual:market" {
  export const schedulingFeeCents: number;
  /** Of the catalog to start with (integrations/market.ts), nearest band first. */
  export const limitsFt: readonly number[];
  export const soldGenerators: { key: string; kw: number }[];
  export const townshipsWithFee: { key: string; name: string }[];
  export const salesTaxRate: number;
  /** Of the contract price: at acceptance, at arrival of the equipment, at completion. */
  export const milestonePercents: readonly [number, number, number];
  export const startingCents: {
    installation: readonly number[];
    generators: Record<string, number>;
    salesTax: Record<string, number>;
    permits: Record<string, number>;
    defaultPermit: number;
  };
}
