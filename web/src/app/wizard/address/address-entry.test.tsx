import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { AddressCombobox } from "#features/address-search/address-combobox.tsx";
import { AddressEntry } from "#features/coverage-check/address-entry.tsx";
import type { Place, UncoveredPlace } from "#features/coverage-check/use-coverage.ts";
import { aCoverage, SPRING, serving } from "#test-support.ts";

const PLACE: Place = { address: SPRING, city: "Spring", zipCode: "77379", township: "default" };
const DALLAS = "500 Main St, Dallas, TX 75202";
const NOT_COVERED = aCoverage({
  is_covered: false,
  zip_code: "75202",
  city: "Dallas",
  formatted_address: DALLAS,
  reason: "not_covered",
});
const GEOCODED = { formatted_address: SPRING, precision: "zip", provider: "offline" };

const checked: string[] = [];
const logged: Record<string, unknown>[] = [];
const server = serving();

const mockCoverage = (answer: () => Response) =>
  server.use(
    http.get("*/api/coverage-check", ({ request }) => {
      checked.push(new URL(request.url).searchParams.get("address") ?? "");
      return answer();
    }),
  );

beforeEach(() => {
  checked.length = 0;
  logged.length = 0;
  server.use(
    http.post("*/api/google-places", () => HttpResponse.json({ predictions: [] })),
    http.post("*/api/geocode-complete", () => HttpResponse.json(GEOCODED)),
    http.post("*/api/log-address-search", async ({ request }) => {
      logged.push((await request.json()) as Record<string, unknown>);
      return HttpResponse.json({}, { status: 202 });
    }),
  );
  mockCoverage(() => HttpResponse.json(aCoverage()));
});

type Start = { value?: Place; initialAddress?: string; verified?: boolean };
type Handlers = { onCovered: (place: Place) => void; onCleared: () => void };

function Step({ value, onCovered, onCleared, ...start }: Start & Handlers) {
  const [place, setPlace] = useState<Place | null>(value ?? null);
  return (
    <AddressEntry
      {...start}
      value={place}
      addressField={(field) => <AddressCombobox {...field} />}
      context="installation_wizard"
      sessionId="session-1"
      onCovered={(place) => {
        onCovered(place);
        setPlace(place);
      }}
      onCleared={() => {
        onCleared();
        setPlace(null);
      }}
      notCovered={(place: UncoveredPlace, { tryAgain }) => (
        <button type="button" onClick={tryAgain}>
          not covered: {place.reason}
        </button>
      )}
    />
  );
}

function show(start: Start = {}) {
  const handlers = { onCovered: vi.fn(), onCleared: vi.fn() };
  render(<Step {...start} {...handlers} />);
  return handlers;
}

const field = () => screen.getByRole<HTMLInputElement>("combobox", { name: "Home address" });
const enter = (address: string) => {
  fireEvent.change(field(), { target: { value: address } });
  fireEvent.keyDown(field(), { key: "Enter" });
};

test.each([
  ["entered", "1 Oak Ln Spring"],
  ["from the link", "Spring"],
])("ADDR-02.2 an incomplete address %s stays in edit mode with its message", (how, address) => {
  show(how === "entered" ? {} : { initialAddress: address });
  if (how === "entered") enter(address);

  expect(field().value).toBe(address);
  expect(screen.getByText("Please select a complete address from the dropdown")).toBeTruthy();
  expect(checked).toEqual([]);
});

test("ADDR-03.1 ADDR-04.1 ADDR-06.2 Enter hands a covered address on and displays it", async () => {
  server.use(
    http.post("*/api/geocode-complete", () => HttpResponse.error()),
    http.post("*/api/log-address-search", () => HttpResponse.error()),
  );
  const { onCovered } = show();

  enter("1 Oak Ln, Spring, TX 77379");

  expect(screen.queryByRole("combobox")).toBeNull();
  expect(screen.getAllByText("Checking your address…")).toBeTruthy();
  await screen.findByText("We install here.");
  expect(onCovered).toHaveBeenCalledExactlyOnceWith(PLACE);
  expect(checked).toEqual(["1 Oak Ln, Spring, TX 77379"]);
});

test.each([
  ["entered", {}],
  ["from the link", { initialAddress: SPRING }],
  ["checked by the page before", { value: PLACE, verified: true }],
])(
  "CONTACT-01.3 an address %s where no crew finds a home is asked for anew",
  async (how, start) => {
    const problem = "A crew can't come to a PO box.";
    mockCoverage(() => HttpResponse.json(aCoverage({ street_problem: problem })));
    const { onCovered, onCleared } = show(start);
    if (how === "entered") enter(SPRING);

    expect(await screen.findByText(problem)).toBeTruthy();
    expect(field().value).toBe(SPRING);
    await waitFor(() => expect(document.activeElement).toBe(field()));
    expect(onCovered).not.toHaveBeenCalled();
    expect(onCleared).toHaveBeenCalled();
  },
);

test("ADDR-06.1 an address from the link is checked and logged at once", async () => {
  const fetching = vi.spyOn(globalThis, "fetch");
  const { onCovered } = show({ initialAddress: SPRING });

  await screen.findByText("We install here.");

  expect(onCovered).toHaveBeenCalledWith(PLACE);
  await waitFor(() => expect(logged).toHaveLength(1));
  expect(logged[0]).toEqual({
    address: SPRING,
    coverage_status: "covered",
    session_id: "session-1",
    search_context: "installation_wizard",
    geocoding_response: GEOCODED,
  });
  const kept = fetching.mock.calls
    .map(([request]) => request as Request)
    .filter(({ keepalive }) => keepalive);
  expect(kept.map(({ url }) => new URL(url).pathname)).toEqual(["/api/log-address-search"]);
});

test("ADDR-03.2 Change Address clears coverage and returns to what was typed", async () => {
  const { onCleared } = show({ value: PLACE });
  expect(screen.getByText("We install here.")).toBeTruthy();

  await userEvent.click(screen.getByRole("button", { name: "Change Address" }));

  expect(field().value).toBe(SPRING);
  expect(onCleared).toHaveBeenCalledOnce();
});

test.each([
  ["not_covered", NOT_COVERED],
  ["no_zip", { ...NOT_COVERED, zip_code: null, city: null, reason: "no_zip" }],
])(
  "ADDR-04.1 not covered: cleared, and the notice is shown with its reason %s",
  async (reason, answer) => {
    mockCoverage(() => HttpResponse.json(answer));
    const { onCovered, onCleared } = show();

    enter(DALLAS);

    expect(await screen.findByText(`not covered: ${reason}`)).toBeTruthy();
    expect(onCleared).toHaveBeenCalled();
    expect(onCovered).not.toHaveBeenCalled();
  },
);

test.each([
  ["a server's error", () => HttpResponse.json({ code: "unexpected" }, { status: 500 })],
  ["no network", () => HttpResponse.error()],
])("ADDR-04.2 %s counts as not covered, and can be tried again", async (_, answer) => {
  mockCoverage(answer);
  const { onCovered } = show();
  enter(DALLAS);
  const again = await screen.findByText("not covered: lookup_failed");
  mockCoverage(() => HttpResponse.json(aCoverage()));

  await userEvent.click(again);

  await screen.findByText("We install here.");
  expect(onCovered).toHaveBeenCalledOnce();
});

test("what a link calls verified is shown, and corrected in silence or not believed", async () => {
  mockCoverage(() => HttpResponse.json(aCoverage({ township: "woodlands" })));
  const { onCovered } = show({ value: PLACE, verified: true });

  expect(screen.getByText("We install here.")).toBeTruthy();
  await waitFor(() => expect(onCovered).toHaveBeenCalledWith({ ...PLACE, township: "woodlands" }));

  expect(logged).toEqual([]);

  cleanup();
  mockCoverage(() => HttpResponse.json(NOT_COVERED));
  const { onCleared } = show({ value: { ...PLACE, address: DALLAS }, verified: true });

  expect(await screen.findByText("not covered: not_covered")).toBeTruthy();
  expect(onCleared).toHaveBeenCalled();
});

test("a late answer about the address typed before changes nothing", async () => {
  let release = () => {};
  const late = new Promise<void>((resolve) => {
    release = resolve;
  });
  server.use(
    http.get("*/api/coverage-check", async ({ request }) => {
      if (!request.url.includes("Dallas")) return HttpResponse.json(aCoverage());
      await late;
      return HttpResponse.json(NOT_COVERED);
    }),
  );
  const { onCovered, onCleared } = show();
  enter(DALLAS);
  await userEvent.click(screen.getByRole("button", { name: "Change Address" }));
  enter(SPRING);
  await screen.findByText("We install here.");
  onCleared.mockClear();

  release();
  await act(() => fetch("/api/coverage-check?address=Dallas")); // its response arrives after the one under test

  expect(screen.getByText("We install here.")).toBeTruthy();
  expect(onCleared).not.toHaveBeenCalled();
  expect(onCovered).toHaveBeenCalledOnce();
});
