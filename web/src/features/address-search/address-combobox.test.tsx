import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { useRef, useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aPrediction, serving } from "#test-support.ts";
import { AddressCombobox, renewSearchToken, searchToken } from "./address-combobox.tsx";

const STREETS = ["1 Oak Ln", "2 Oak Ln", "3 Oak Ln", "4 Oak Ln", "5 Oak Ln", "6 Oak Ln"];

const queries: { input: string; sessionToken: string }[] = [];
const server = serving();

const answers = (body: () => Response | Promise<Response>) =>
  server.use(
    http.post("*/api/google-places", async ({ request }) => {
      queries.push((await request.json()) as (typeof queries)[number]);
      return body();
    }),
  );
const predicts = () => answers(() => HttpResponse.json({ predictions: STREETS.map(aPrediction) }));
const fails = (error: string, status: string) =>
  answers(() => HttpResponse.json({ error, status }));

beforeEach(() => {
  queries.length = 0;
});
afterEach(() => vi.useRealTimers());

function Search({ onChoose, onEnter }: { onChoose: (a: string) => void; onEnter: () => void }) {
  const [address, setAddress] = useState("");
  return (
    <AddressCombobox
      value={address}
      onType={setAddress}
      onChoose={onChoose}
      onEnter={onEnter}
      inputRef={useRef<HTMLInputElement>(null)}
    />
  );
}

function show() {
  const onChoose = vi.fn();
  const onEnter = vi.fn();
  render(<Search onChoose={onChoose} onEnter={onEnter} />);
  return { onChoose, onEnter };
}

const field = () => screen.getByRole("combobox", { name: "Home address" });
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const pressKey = (key: string) => fireEvent.keyDown(field(), { key });
const holdTheClock = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const letItGo = () => vi.useRealTimers();
const inputs = () => queries.map(({ input }) => input);

test("ADDR-01.1 ADDR-01.2 two characters are asked for, once, 300 ms after the last", async () => {
  holdTheClock();
  predicts();
  const { onEnter } = show();

  type("1");
  await pass(1000);
  type("12");
  await pass(299);
  type("13");
  await pass(299);
  expect(inputs()).toEqual([]);

  await pass(1);
  letItGo();
  await screen.findAllByRole("option");
  expect(inputs()).toEqual(["13"]);
  pressKey("Enter");
  expect(onEnter, "without a choice").toHaveBeenCalledOnce();
});

test("ADDR-01.7 the session token is one per page load and renewed after a choice", async () => {
  predicts();
  show();
  const first = searchToken();
  type("Oak");
  await screen.findAllByRole("option");
  type("Oak L");
  await waitFor(() => expect(queries).toHaveLength(2));
  expect(queries.map(({ sessionToken }) => sessionToken)).toEqual([first, first]);

  renewSearchToken();

  expect(searchToken()).not.toBe(first);
});

test("ADDR-01.3 of 5 suggestions at most one is chosen by keys; Escape closes", async () => {
  predicts();
  const { onChoose, onEnter } = show();
  const chosen = () => screen.queryByRole("option", { selected: true });
  type("Oak");
  expect(await screen.findAllByRole("option")).toHaveLength(5);
  expect(field().getAttribute("aria-expanded")).toBe("true");

  pressKey("ArrowUp");
  expect(chosen()?.textContent).toContain("5 Oak Ln");
  pressKey("ArrowDown");
  expect(chosen()).toBeNull();
  pressKey("Escape");
  expect(screen.queryAllByRole("option")).toEqual([]);
  expect(field().getAttribute("aria-expanded")).toBe("false");

  type("Oak L");
  await screen.findAllByRole("option");
  pressKey("ArrowDown");
  pressKey("ArrowDown");
  expect(chosen()?.textContent).toContain("2 Oak Ln");
  expect(field().getAttribute("aria-activedescendant")).toBe(chosen()?.id);
  pressKey("Enter");
  expect(onChoose).toHaveBeenCalledWith("2 Oak Ln, Spring, TX 77379, USA");
  expect(onEnter).not.toHaveBeenCalled();
});

test.each([
  ["its message", "Too many searches, wait a minute", "Too many searches, wait a minute"],
  ["without words", "", "Failed to get address suggestions"],
])("ERR-01.1 a failure shows %s and clears the list", async (_, error, words) => {
  predicts();
  show();
  type("Oak");
  await screen.findAllByRole("option");
  fails(error, "OVER_QUERY_LIMIT");

  type("Oak L");

  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.queryAllByRole("option")).toEqual([]);
});

test("ADDR-01.6 an input that errored is not retried unchanged", async () => {
  fails("", "UNKNOWN_ERROR");
  show();
  type("Oak");
  await screen.findByText("Failed to get address suggestions");
  predicts();
  type("Oak L");
  await screen.findAllByRole("option");

  holdTheClock();
  type("Oak");
  await pass(1000);
  expect(screen.getByText("Failed to get address suggestions")).toBeTruthy();

  expect(inputs()).toEqual(["Oak", "Oak L"]);
});

test("ADDR-01.5 after 10 s: 'Request timeout - please try again'", async () => {
  answers(() => new Promise<Response>(() => {}));
  show();
  holdTheClock();

  type("Oak");
  await pass(300);
  await pass(9_900);
  expect(screen.queryByText("Request timeout - please try again")).toBeNull();
  await pass(200);
  letItGo();

  expect(await screen.findByText("Request timeout - please try again")).toBeTruthy();
});

test.each([
  ["The provided API key is misconfigured", "REQUEST_DENIED"],
  ["REQUEST_DENIED: denied request", "REQUEST_DENIED"],
])(
  "ERR-01.2 a configuration error (%s) shows its box and what to repair",
  async (error, status) => {
    fails(error, status);
    show();

    type("Oak");

    expect(await screen.findByText("Error de configuración")).toBeTruthy();
    expect(screen.getByText(/needs to be an unrestricted server key/)).toBeTruthy();
  },
);

const missing = (what: "town_or_zip" | "zip") =>
  answers(() => HttpResponse.json({ predictions: [], missing: what }));

test("a street without a town is asked for one, also after the field lost the focus", async () => {
  missing("town_or_zip");
  show();
  type("2114 Cinco");
  expect(await screen.findAllByText("Add your town or ZIP code.")).toHaveLength(2);
  expect(screen.queryAllByRole("option")).toEqual([]);

  fireEvent.blur(field());
  expect(screen.getAllByText("Add your town or ZIP code.")).toHaveLength(2);

  missing("zip");
  type("2114 Cinco, Houston");
  await screen.findAllByText("Add your ZIP code.");
  expect(screen.queryByText("Add your town or ZIP code.")).toBeNull();
});

test("a suggestion says which part of it is only what was typed", async () => {
  const typed = { ...aPrediction("1 Oak Ln"), is_street_as_typed: true };
  answers(() => HttpResponse.json({ predictions: [typed, aPrediction("2 Oak Ln")] }));
  show();
  type("1 Oak Ln, Spr");

  const [first, second] = await screen.findAllByRole("option");
  expect(first?.textContent).toContain("Spring, TX 77379, USA · street as you typed it");
  expect(second?.textContent).not.toContain("as you typed");
});

const fill = (name: string, value: string) => {
  const part = document.querySelector<HTMLInputElement>(`input[name="${name}"]`);
  if (!part) throw new Error(`no field ${name}`);
  part.value = value;
  fireEvent(part, new InputEvent("input", { bubbles: true }));
};
const fillTheRest = () => {
  fill("address-level2", "Katy");
  fill("address-level1", "TX");
  fill("postal-code", "77450");
};

test("ADDR-07.2 what a browser fills in, field by field, becomes the whole address", () => {
  predicts();
  show();
  type("2114 Cinco Park Pl Dr");
  fillTheRest();
  expect(field()).toHaveProperty("value", "2114 Cinco Park Pl Dr, Katy, TX 77450");

  type("12 Oak Ln, Spring"); // typed over by hand: stays as typed
  expect(field()).toHaveProperty("value", "12 Oak Ln, Spring");
  type("");
  type("2114 Cinco Park Pl Dr");
  fillTheRest();
  expect(field()).toHaveProperty("value", "2114 Cinco Park Pl Dr, Katy, TX 77450");
});

test("town and ZIP code may be filled in before the street", () => {
  predicts();
  show();
  fillTheRest();
  expect(field()).toHaveProperty("value", "");
  type("2114 Cinco Park Pl Dr");
  expect(field()).toHaveProperty("value", "2114 Cinco Park Pl Dr, Katy, TX 77450");
});
