/** The visitor's own copy of a notify request, kept even when the server's fails (ADDR-05.6). */
import { state as STATE } from "@market/place.json";
import { newId } from "#lib/ids.ts";
import { readLocal, writeLocal } from "#lib/storage.ts";

export const REJECTIONS_KEY = "coverage_rejections";
const MOST_KEPT = 20;

type NotifyStatus = "pending" | "notified" | "failed";

export type RejectionRecord = {
  id: string;
  timestamp: string;
  address: AddressParts & { formatted: string };
  user_contact: { phone_number: string; formatted_phone: string };
  notification: { requested: boolean; status: NotifyStatus; requested_at: string };
  coverage_check: { zip_code: string | null; reason: string; verified_at: string };
};

type Rejection = {
  address: string;
  zipCode: string | null;
  reason: string;
  phone: string;
  formattedPhone: string;
};

export function storeRejection(rejected: Rejection, now: Date): RejectionRecord {
  const at = now.toISOString();
  const parts = addressParts(rejected.address);
  const record: RejectionRecord = {
    id: newId(),
    timestamp: at,
    address: {
      formatted: rejected.address,
      ...parts,
      zip_code: rejected.zipCode ?? parts.zip_code,
    },
    user_contact: { phone_number: rejected.phone, formatted_phone: rejected.formattedPhone },
    notification: { requested: true, status: "pending", requested_at: at },
    coverage_check: { zip_code: rejected.zipCode, reason: rejected.reason, verified_at: at },
  };
  writeLocal(REJECTIONS_KEY, [record, ...storedRejections()].slice(0, MOST_KEPT));
  return record;
}

export function updateRejection(id: string, status: NotifyStatus): void {
  const records = storedRejections().map((record) =>
    record.id === id ? { ...record, notification: { ...record.notification, status } } : record,
  );
  writeLocal(REJECTIONS_KEY, records);
}

function storedRejections(): RejectionRecord[] {
  const records = readLocal<RejectionRecord[]>(REJECTIONS_KEY);
  return Array.isArray(records) ? records : [];
}

/** Parts of an address: number and street, city, state and ZIP code. */
type AddressParts = {
  street_number: string;
  street_name: string;
  city: string;
  state: string;
  zip_code: string;
  country: string;
};

const UNIT = /^(?:apt|apartment|unit|ste|suite|#)/i;
const COUNTRY = /^(?:usa|us|united states)$/i;
const STATE_AND_ZIP = new RegExp(`^([A-Za-z]{2}|${STATE})?\\s*(\\d{5}(?:-\\d{4})?)?$`, "i");

export function addressParts(address: string): AddressParts {
  const written = address
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "" && !COUNTRY.test(part));
  const [street = "", ...rest] = written.filter((part) => !UNIT.test(part));
  const [, number = "", name = street] = /^(\d+\S*)\s+(.+)$/.exec(street) ?? [];
  const [, state = "", zip = ""] = STATE_AND_ZIP.exec(rest.at(-1) ?? "") ?? [];
  const city = rest.length > 1 || (state === "" && zip === "") ? (rest[0] ?? "") : "";
  return {
    street_number: number,
    street_name: name,
    city,
    state: state.toUpperCase(),
    zip_code: zip.slice(0, 5),
    country: "USA",
  };
}
