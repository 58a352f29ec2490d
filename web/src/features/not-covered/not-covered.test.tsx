import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { refused, serving } from "#test-support.ts";
import { ToastProvider } from "#ui/toast.tsx";
import {
  addressParts,
  NotCovered,
  type RejectionRecord,
  storeRejection,
  type UncoveredHome,
  updateRejection,
} from "./not-covered.tsx";

const DALLAS: UncoveredHome = {
  address: "500 Main St, Dallas, TX 75202, USA",
  city: "Dallas",
  zipCode: "75202",
  reason: "not_covered",
  nearest: null,
};
const SAVED = { id: "0b54", notification_status: "pending" };
const sent: unknown[] = [];
const server = serving();

beforeEach(() => {
  sent.length = 0;
  localStorage.clear();
});

function show(home = DALLAS) {
  const onChangeAddress = vi.fn();
  const onTryAgain = vi.fn();
  render(
    <ToastProvider>
      <NotCovered
        home={home}
        source="hero_cta"
        map={<p>the map</p>}
        onChangeAddress={onChangeAddress}
        onTryAgain={onTryAgain}
      />
    </ToastProvider>,
  );
  return { onChangeAddress, onTryAgain };
}

const storedRejections = (): RejectionRecord[] =>
  JSON.parse(localStorage.getItem("coverage_rejections") ?? "[]");
const notifyButton = () => screen.getByRole("button", { name: "Get Notified" });
const typePhone = (phone: string) => userEvent.type(screen.getByLabelText("Mobile phone"), phone);

test("ADDR-05.1 shows the address, the map and the way to change the address", async () => {
  const { onChangeAddress } = show();

  expect(screen.getByRole("heading", { name: "We're not in your area, yet." })).toBeTruthy();
  expect(screen.getByText(DALLAS.address)).toBeTruthy();
  expect(screen.getByText("the map")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Change Address" }));

  expect(onChangeAddress).toHaveBeenCalledOnce();
});

test.each([
  [12, "The nearest town we serve is Katy, 77450, about 12 miles away."],
  [1, "The nearest town we serve is Katy, 77450, about 1 mile away."],
])("the nearest town that we serve is named with its %i miles", (miles, sentence) => {
  show({ ...DALLAS, nearest: { city: "Katy", zip_code: "77450", miles } });

  expect(screen.getByText(sentence)).toBeTruthy();
});

test.each(["no_zip", "lookup_failed"] as const)(
  "TRUTH-03.1 without a ZIP code (%s) it is asked for, and nobody is promised a message",
  async (reason) => {
    const { onChangeAddress } = show({
      ...DALLAS,
      address: "12 Main St, Dallas",
      zipCode: null,
      reason,
    });

    expect(screen.getByText(/Please add it and try again/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Get Notified" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Change Address" }));
    expect(onChangeAddress).toHaveBeenCalledOnce();
  },
);

test("no town is named where none is known", () => {
  show();

  expect(screen.queryByText(/nearest town/)).toBeNull();
});

test("ADDR-05.3 ADDR-05.4 ten digits become (NNN) NNN-NNNN and can be sent", async () => {
  show();
  const field = screen.getByLabelText("Mobile phone") as HTMLInputElement;
  expect(notifyButton().hasAttribute("disabled")).toBe(true);

  await typePhone("214555019");
  expect(field.value).toBe("214555019");
  expect(notifyButton().hasAttribute("disabled")).toBe(false);
  await userEvent.click(notifyButton());
  expect(screen.getByText("Please enter a 10-digit phone number")).toBeTruthy();
  expect(storedRejections()).toEqual([]);
  await typePhone("9");
  await userEvent.tab();

  expect(field.value).toBe("(214) 555-0199");
});

test("ADDR-05.5 ADDR-05.6 a failed request is told and the local copy is kept", async () => {
  server.use(http.post("*/api/coverage-rejection-requests", () => refused(500, "unexpected")));
  show();
  await typePhone("2145550199");

  await userEvent.click(notifyButton());

  expect(await screen.findByText("Error")).toBeTruthy();
  expect(
    screen.getByText("Failed to save your notification request. Please try again."),
  ).toBeTruthy();
  expect(notifyButton().hasAttribute("disabled")).toBe(false);
  expect(storedRejections()).toHaveLength(1);
});

test("ADDR-05.4 ADDR-05.5 ADDR-05.6 API-03.5 a saved request says so and is kept", async () => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  server.use(
    http.post("*/api/coverage-rejection-requests", async ({ request }) => {
      sent.push(await request.json());
      await held;
      return HttpResponse.json(SAVED, { status: 201 });
    }),
  );
  show();
  await typePhone("2145550199");

  await userEvent.click(notifyButton());
  const button = screen.getByRole("button", { name: "Submitting..." });
  expect(button.hasAttribute("disabled")).toBe(true);
  answer();

  expect(await screen.findByText("Request Submitted Successfully!")).toBeTruthy();
  expect(screen.getByText("Notification Request Saved")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Check another address" })).toBeTruthy();
  const list = screen.getByRole("link", { name: "See the ZIP codes we install in" });
  expect(list.getAttribute("href")).toMatch(/#coverage-section$/);
  const soon = "We'll notify you when service becomes available in your area.";
  expect(screen.getAllByText(soon)).toHaveLength(1);
  const place = {
    street_number: "500",
    street_name: "Main St",
    city: "Dallas",
    state: "TX",
    zip_code: "75202",
    country: "USA",
  };
  const user_contact = { phone_number: "2145550199", formatted_phone: "(214) 555-0199" };
  expect(sent).toEqual([
    expect.objectContaining({
      ...place,
      ...user_contact,
      address_formatted: DALLAS.address,
      rejection_reason: "not_covered",
      source: "hero_cta",
      consent: expect.stringContaining("you agree that we may text this number once"),
    }),
  ]);
  expect(storedRejections()).toEqual([
    {
      id: expect.any(String),
      timestamp: expect.any(String),
      address: { formatted: DALLAS.address, ...place },
      user_contact,
      notification: { requested: true, status: "pending", requested_at: expect.any(String) },
      coverage_check: { zip_code: "75202", reason: "not_covered", verified_at: expect.any(String) },
    },
  ]);
});

test("a lookup that failed offers trying again and the phone number", async () => {
  const { onTryAgain } = show({ ...DALLAS, reason: "lookup_failed" });

  expect(screen.getByRole("link", { name: "(713) 555-0142" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));

  expect(onTryAgain).toHaveBeenCalledOnce();
});

const storeOne = (address: string) =>
  storeRejection(
    { address, zipCode: null, reason: "not_covered", phone: "2145550199", formattedPhone: "" },
    new Date("2025-11-03T15:00:00Z"),
  );
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
