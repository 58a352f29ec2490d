/** The visitor's unfinished booking, in the one shape that is saved and sent (WIZ-02). */

import { salesTaxRate } from "virtual:market"; // display only; the server's rate is the one that counts
import type { Schemas } from "#api/client.ts";
import type { Band } from "#business/bands.ts";

export const DRAFT_VERSION = "1.0";
export const DRAFT_KEY = "unified";

const DURATION_HOURS = 8;
const PREPARATION_DAYS = 15;
const SCHEDULING_FEE_CENTS = 100_00; // default until the server's configuration is loaded

export type GeneratorChoice = "buy_here" | "provide_own";
export type Contact = { name: string; phone: string; email: string };
export type TimeWindow = { id: string; label: string; start_time: string; end_time: string };

export type Distance = {
  band: Band;
  max_distance_ft: number;
  selection_source: "user_selection";
  price_cents: number;
};

export type Product = {
  model_number: string;
  sku: string; // the generator's id in the catalog
  brand: string;
  model_name: string;
  kw: number;
  price_cents: number;
  fuel_types: ("NG" | "LP")[];
  features: { wifi_enabled: boolean; whole_house_switch: boolean };
  msrp_source_url: string;
};

export type Agreements = {
  terms_accepted: boolean;
  privacy_policy_accepted: boolean;
  scheduling_fee_acknowledged: boolean;
  accepted_at: string | null;
};

/** One row of the server's price book. */
export type PriceLines = {
  installation_cents: number;
  generator_cents: number;
  permit_cents: number;
  sales_tax_cents: number;
  discount_cents: number;
  total_cents: number;
  before_tax_cents: number;
};

export type Draft = {
  wizard: {
    id: string;
    version: string;
    created_at: string;
    updated_at: string;
    status: "in_progress" | "completed";
    current_step: number;
    completed_steps: number[];
    order_id: string | null;
  };
  location: {
    address: { formatted: string };
    city: string;
    coverage: {
      is_covered: boolean;
      zip_code: string | null;
      verified_at: string | null;
      township: string | null;
    };
    distance: Distance | null;
  };
  generator: { choice: GeneratorChoice; selected_at: string | null; product: Product | null };
  scheduling: {
    estimated_duration_hours: number;
    preparation_days: number;
    selected_date: string | null;
    selected_time_window: TimeWindow | null;
  };
  customer: {
    contact: Contact;
    preferences: {
      sms_updates: boolean;
      email_updates: boolean;
      /** Consent to be reminded of an unfinished booking; absent until the box was ticked once. */
      recovery_consent?: boolean;
    };
  };
  pricing: {
    installation: { base_price_cents: number; distance_band: Band | null };
    generator: { price_cents: number; included: boolean };
    fees: { sales_tax_rate: number; sales_tax_cents: number; permit_fee_cents: number };
    discounts: {
      coupon_code: string | null;
      discount_amount_cents: number;
      discount_percentage: number;
    };
    totals: {
      subtotal_cents: number;
      tax_cents: number;
      total_cents: number;
      scheduling_fee_cents: number;
    };
  };
  agreements: Agreements;
  payment: {
    scheduling_fee: {
      amount_cents: number;
      status: string;
      payment_method: string | null;
      transaction_id: string | null;
      processed_at: string | null;
    };
  };
  /** Answers that only the order and staff need. */
  answers: Schemas["WizardAnswers"];
  metadata: { user_agent: string; referrer_url: string; source: "web_wizard" };
};

export function emptyDraft(now: string, id: string): Draft {
  return {
    wizard: {
      id,
      version: DRAFT_VERSION,
      created_at: now,
      updated_at: now,
      status: "in_progress",
      current_step: 1,
      completed_steps: [],
      order_id: null,
    },
    location: {
      address: { formatted: "" },
      city: "",
      coverage: { is_covered: false, zip_code: null, verified_at: null, township: null },
      distance: null,
    },
    generator: { choice: "buy_here", selected_at: null, product: null },
    scheduling: {
      estimated_duration_hours: DURATION_HOURS,
      preparation_days: PREPARATION_DAYS,
      selected_date: null,
      selected_time_window: null,
    },
    customer: {
      contact: { name: "", phone: "", email: "" },
      preferences: { sms_updates: true, email_updates: true },
    },
    pricing: emptyPricing(),
    agreements: {
      terms_accepted: false,
      privacy_policy_accepted: false,
      scheduling_fee_acknowledged: false,
      accepted_at: null,
    },
    payment: {
      scheduling_fee: {
        amount_cents: SCHEDULING_FEE_CENTS,
        status: "pending",
        payment_method: null,
        transaction_id: null,
        processed_at: null,
      },
    },
    answers: {},
    metadata: { user_agent: "", referrer_url: "", source: "web_wizard" },
  };
}

export function emptyPricing(): Draft["pricing"] {
  return {
    installation: { base_price_cents: 0, distance_band: null },
    generator: { price_cents: 0, included: false },
    fees: { sales_tax_rate: salesTaxRate, sales_tax_cents: 0, permit_fee_cents: 0 },
    discounts: { coupon_code: null, discount_amount_cents: 0, discount_percentage: 0 },
    totals: {
      subtotal_cents: 0,
      tax_cents: 0,
      total_cents: 0,
      scheduling_fee_cents: SCHEDULING_FEE_CENTS,
    },
  };
}

export const isCovered = (draft: Draft): boolean =>
  draft.location.address.formatted !== "" && draft.location.coverage.is_covered;

export const hasGenerator = (draft: Draft): boolean =>
  draft.generator.choice === "provide_own" || draft.generator.product !== null;
