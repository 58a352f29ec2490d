import { beforeEach, expect, test } from "vitest";
import {
  addressParts,
  REJECTIONS_KEY,
  type RejectionRecord,
  storeRejection,
  updateRejection,
} from "./not-covered.tsx";

const storeOne = (address: string) =>
  storeRejection(
    { address, zipCode: null, reason: "not_covered", phone: "2145550199", formattedPhone: "" },
    new Date("2025-11-03T15:00:00Z"),
  );
const storedRejections = (): RejectionRecord[] =>
  JSON.parse(localStorage.getItem(REJECTIONS_KEY) ?? "[]");

beforeEach(() => localStorage.clear());

test("what becomes of one request is noted with it alone", () => {
  const [older] = [storeOne("1 Long Lane, Waco, TX"), storeOne("2 Long Lane, Waco, TX")];

  updateRejection(older.id, "failed");

  expect(storedRejections().map(({ notification }) => notification.status)).toEqual([
    "pending",
    "failed",
  ]);
});

test("the newest twenty are kept", () => {
  for (let number = 1; number <= 21; number += 1) storeOne(`${number} Long Lane, Waco, TX`);

  const numbers = storedRejections().map(({ address }) => Number(address.street_number));
  expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => 21 - index));
});

const parts = (...geocoded: [string, string, string, string, string]) => {
  const [street_number, street_name, city, state, zip_code] = geocoded;
  return { street_number, street_name, city, state, zip_code, country: "USA" };
};

test.each([
  ["500 Main St, Dallas, TX 75202, USA", parts("500", "Main St", "Dallas", "TX", "75202")],
  ["500 Main St, Apt 4, Dallas, TX 75202-1100", parts("500", "Main St", "Dallas", "TX", "75202")],
  ["500 Main St,, Dallas, TX 75202,", parts("500", "Main St", "Dallas", "TX", "75202")],
  ["12B Oak Ln, Waco, TX", parts("12B", "Oak Ln", "Waco", "TX", "")],
  ["Rural Route, Waco", parts("", "Rural Route", "Waco", "", "")],
  ["500 Main St, TX 75202", parts("500", "Main St", "", "TX", "75202")],
])("the parts of %j are kept with the request", (address, expected) => {
  expect(addressParts(address)).toEqual(expected);
});
