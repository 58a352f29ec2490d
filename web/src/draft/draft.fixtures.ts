import type { DraftEvent } from "./next-draft.ts";

export const ADDRESS = "9 Grogans Mill Rd, The Woodlands, TX 77380";
export const COVERED = {
  type: "addressCovered" as const,
  address: ADDRESS,
  city: "The Woodlands",
  zipCode: "77380",
  township: "woodlands",
};
export const CLOSE: DraftEvent = {
  type: "bandChosen",
  band: "close",
  maxDistanceFt: 25,
  priceCents: 4_990_00,
};
export const PRODUCT = {
  model_number: "7043",
  sku: "2",
  brand: "Generac",
  model_name: "Guardian",
  kw: 22,
  price_cents: 6_979_00,
  fuel_types: ["NG" as const, "LP" as const],
  features: { wifi_enabled: true, whole_house_switch: true },
  msrp_source_url: "",
};
export const BOUGHT: DraftEvent = { type: "generatorChosen", product: PRODUCT };
export const OWN: DraftEvent = { type: "ownGeneratorChosen", product: null };
export const SLOT: DraftEvent[] = [
  { type: "dayChosen", day: "2025-12-08" },
  {
    type: "windowChosen",
    window: { id: "morning", label: "8:30 AM – 12:30 PM", start_time: "08:30", end_time: "12:30" },
  },
];
export const CONTACT: DraftEvent = {
  type: "contactTyped",
  contact: { name: "Ada Lovelace", phone: "(713) 555-0101", email: "ada@example.org" },
};
