import { beforeEach, expect, test } from "vitest";
import {
  REJECTIONS_KEY,
  type RejectionRecord,
  storeRejection,
  updateRejection,
} from "./rejection-record.ts";

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
