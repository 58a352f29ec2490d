/**
 * Migration of saved wizard data of any version to the current draft; values that do not fit are
 * dropped.
 */
import { type Band, bandEndingAt, bandLimits, bandReaching, limitOf } from "#business/bands.ts";
import { centsOf } from "#lib/money.ts";
import { DRAFT_VERSION, type Draft, emptyDraft, type TimeWindow } from "./draft.ts";
import { stepNumber, steps } from "./steps.ts";

type StoredWizard = Record<string, unknown>;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The saved draft, upgraded; a new draft when there is none or it cannot be read. */
export function migrated(saved: unknown, now: string, id: string): Draft {
  const fresh = emptyDraft(now, id);
  if (!isRecord(saved)) return fresh;
  const shaped = isRecord(saved.location) ? saved : fromFlat(saved);
  const draft = overlaid(fresh, shaped) as Draft;
  return {
    ...draft,
    wizard: wizardOf(draft, fresh),
    location: { ...draft.location, distance: distanceOf(at(shaped, "location", "distance")) },
    generator: generatorOf(draft, at(shaped, "generator", "product")),
    scheduling: {
      ...draft.scheduling,
      selected_time_window: windowOf(at(shaped, "scheduling", "selected_time_window")),
    },
    customer: customerOf(draft, at(shaped, "customer", "preferences")),
    answers: {
      ...fresh.answers,
      ...(isRecord(shaped.answers) ? shaped.answers : {}),
    } as Draft["answers"],
  };
}

const isRecord = (value: unknown): value is StoredWizard =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const at = (value: unknown, ...keys: string[]): unknown =>
  keys.reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key] : undefined), value);

// Keeps every part of the template, with the saved value wherever it has the same type.
function overlaid(template: unknown, saved: unknown): unknown {
  if (isRecord(template)) {
    const parts = Object.entries(template);
    return Object.fromEntries(parts.map(([key, part]) => [key, overlaid(part, at(saved, key))]));
  }
  if (template === null) return words(saved) || null;
  return kindOf(saved) === kindOf(template) ? saved : template;
}

const kindOf = (value: unknown): string => (Array.isArray(value) ? "list" : typeof value);

function wizardOf({ wizard }: Draft, fresh: Draft): Draft["wizard"] {
  const numbers = steps.map(({ name }) => stepNumber(name));
  const isStep = numbers.includes(wizard.current_step);
  return {
    ...wizard,
    id: UUID.test(wizard.id) ? wizard.id : fresh.wizard.id,
    version: DRAFT_VERSION,
    status: wizard.status === "completed" ? "completed" : "in_progress",
    current_step: isStep ? wizard.current_step : 1,
    completed_steps: numbers.filter((step) => wizard.completed_steps.includes(step)),
  };
}

function distanceOf(saved: unknown): Draft["location"]["distance"] {
  if (!isRecord(saved)) return null;
  const band = bandOf(saved.band ?? saved.max_distance_ft);
  if (!band) return null;
  return {
    band,
    max_distance_ft: limitOf(band),
    selection_source: "user_selection",
    price_cents: cents(saved.price_cents),
  };
}

function bandOf(saved: unknown): Band | null {
  const named = bandLimits.find(([band]) => band === saved);
  if (named) return named[0];
  const isFeet = typeof saved === "string" && /^[1-9]\d{0,3}$/.test(saved);
  return isFeet ? bandReaching(Number(saved)) : bandEndingAt(saved);
}

function generatorOf({ generator }: Draft, product: unknown): Draft["generator"] {
  const choice = generator.choice === "provide_own" ? "provide_own" : "buy_here";
  return { ...generator, choice, product: productOf(product) };
}

function productOf(saved: unknown): Draft["generator"]["product"] {
  if (!isRecord(saved) || typeof saved.model_number !== "string") return null;
  const fuels = Array.isArray(saved.fuel_types) ? saved.fuel_types : [];
  return {
    model_number: saved.model_number,
    sku: words(saved.sku),
    brand: words(saved.brand),
    model_name: words(saved.model_name),
    kw: typeof saved.kw === "number" ? saved.kw : kwForModel(saved.model_number),
    price_cents: cents(saved.price_cents),
    fuel_types: (["NG", "LP"] as const).filter((fuel) => fuels.includes(fuel)),
    features: {
      wifi_enabled: at(saved, "features", "wifi_enabled") === true,
      whole_house_switch: at(saved, "features", "whole_house_switch") === true,
    },
    msrp_source_url: words(saved.msrp_source_url),
  };
}

// A recorded consent is kept as given, and stays absent when there is none.
function customerOf({ customer }: Draft, saved: unknown): Draft["customer"] {
  const recovery_consent = at(saved, "recovery_consent");
  if (typeof recovery_consent !== "boolean") return customer;
  return { ...customer, preferences: { ...customer.preferences, recovery_consent } };
}

function windowOf(saved: unknown): TimeWindow | null {
  if (!isRecord(saved) || typeof saved.id !== "string") return null;
  return {
    id: saved.id,
    label: words(saved.label),
    start_time: words(saved.start_time),
    end_time: words(saved.end_time),
  };
}

const words = (value: unknown): string => (typeof value === "string" ? value : "");
const cents = (value: unknown): number => (Number.isSafeInteger(value) ? Number(value) : 0);

// Before version 1.0 the wizard stored one flat list of answers, with prices in dollars.
function fromFlat(flat: StoredWizard): StoredWizard {
  const dollars = (value: unknown) => centsOf(Number(value ?? 0));
  const model = flat.generatorModel ?? flat.modelNumber;
  return {
    wizard: { id: flat.id ?? flat.sessionId, current_step: flat.currentStep },
    location: {
      address: { formatted: flat.address ?? flat.formattedAddress },
      city: flat.city,
      coverage: { is_covered: flat.isCovered ?? flat.isInCoverage, zip_code: flat.zipCode },
      distance: {
        band: flat.distanceBand ?? flat.maxDistance,
        price_cents: dollars(flat.installationPrice),
      },
    },
    generator: {
      choice: flat.generatorChoice,
      selected_at: model || flat.generatorChoice === "provide_own" ? flat.updatedAt : null,
      product: { model_number: model, price_cents: dollars(flat.generatorPrice) },
    },
    scheduling: {
      selected_date: flat.selectedDate ?? flat.installationDate,
      selected_time_window: flat.selectedTimeWindow ?? flat.timeWindow,
    },
    customer: {
      contact: { name: flat.name ?? flat.fullName, phone: flat.phone, email: flat.email },
    },
  };
}

/** kW of a generator when only its model number is known. */
const KW_BY_MODEL: Record<string, number> = { "7228": 18, "7043": 22, "7291": 26 };
const DEFAULT_KW = 18; // the server flags unknown models for staff to check

export const kwForModel = (modelNumber: string): number => KW_BY_MODEL[modelNumber] ?? DEFAULT_KW;
