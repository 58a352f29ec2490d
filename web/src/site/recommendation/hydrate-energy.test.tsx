import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aPrediction, serving } from "#test-support.ts";
import { EnergyButton } from "./generator-config.tsx";
import { hydrateEnergyDialog } from "./hydrate-energy.ts";

const GOOGLE = "https://places.googleapis.com/v1/places:autocomplete";
const KEY = `AIza${"x".repeat(35)}`;
const requests: unknown[] = [];
const server = serving();

const ourPlaces = (answer: object) =>
  server.use(
    http.post("*/api/google-places", async ({ request }) => {
      requests.push(await request.json());
      return HttpResponse.json(answer);
    }),
  );

beforeEach(() => {
  sessionStorage.clear();
  requests.length = 0;
  server.use(
    http.get("*/api/app-configuration", () =>
      HttpResponse.json({ maps: { provider: "offline", browser_key: false } }),
    ),
  );
  vi.spyOn(location, "assign").mockImplementation(() => {});
});
afterEach(() => vi.useRealTimers());

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const address = () => screen.getByRole("combobox", { name: "Address" });
const type = (value: string) => fireEvent.change(address(), { target: { value } });

async function open() {
  const { container } = render(<EnergyButton />);
  const form = container.querySelector("form");
  if (form) hydrateEnergyDialog(form);
  fireEvent.click(screen.getByRole("button", { name: "See My Recommended Generator" }));
  await screen.findByRole("combobox");
}

test("REC-01.2 the button opens the modal with its three fields and two buttons", async () => {
  await open();

  expect(screen.getByRole("dialog")).toBeTruthy();
  expect(address()).toBeTruthy();
  expect(screen.getByLabelText("Average Electric Bill ($/mo)")).toBeTruthy();
  expect(screen.getByLabelText("Monthly kWh Usage (optional)")).toBeTruthy();
  expect(screen.getByRole("button", { name: "See System Recommendation" })).toBeTruthy();

  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("combobox")).toBeNull());
});

test("ADDR-01.1 three characters are searched for; address and bill lead on", async () => {
  ourPlaces({ predictions: [aPrediction("12 Oak Ln")] });
  await open();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  type("12");
  await pass(1000);
  type("12 ");
  await pass(1000);
  type("12 O");
  await pass(299);
  expect(requests).toEqual([]);
  await pass(1);
  vi.useRealTimers();
  fireEvent.click(await screen.findByRole("option", { name: /12 Oak Ln/ }));
  expect(requests).toMatchObject([{ input: "12 O" }]);
  expect(screen.queryByText("Clave de API de Google Places")).toBeNull();

  fireEvent.change(screen.getByLabelText("Average Electric Bill ($/mo)"), {
    target: { value: "180" },
  });
  fireEvent.click(screen.getByRole("button", { name: "See System Recommendation" }));

  expect(location.assign).toHaveBeenCalledWith("/system-recommendation");
  expect(JSON.parse(sessionStorage.getItem("energyData") ?? "")).toEqual({
    address: "12 Oak Ln, Spring, TX 77379, USA",
    electricBill: "180",
    kwhUsage: "",
  });
});

test("Google chosen without a key: the visitor is asked for one in Spanish", async () => {
  server.use(
    http.get("*/api/app-configuration", () =>
      HttpResponse.json({ maps: { provider: "google", browser_key: false } }),
    ),
  );
  await open();

  expect(await screen.findByText("Clave de API de Google Places")).toBeTruthy();
});

test("a lent key goes from the browser to Google, never to us and never into storage", async () => {
  ourPlaces({ error: "The API key is missing", status: "REQUEST_DENIED" });
  const bodies: { key: string | null; body: unknown }[] = [];
  const fromAnywhere = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Headers": "content-type,x-goog-api-key,x-goog-fieldmask",
  };
  server.use(
    http.options(GOOGLE, () => new Response(null, { headers: fromAnywhere })),
    http.post(GOOGLE, async ({ request }) => {
      bodies.push({ key: request.headers.get("X-Goog-Api-Key"), body: await request.json() });
      const text = { text: "12 Oak Ln, Spring, TX, USA" };
      return HttpResponse.json(
        { suggestions: [{ placePrediction: { placeId: "g1", text, structuredFormat: {} } }] },
        { headers: fromAnywhere },
      );
    }),
  );
  await open();
  type("12 Oak");
  await screen.findByText("Clave de API de Google Places");
  const requestsBefore = requests.length;

  fireEvent.change(screen.getByLabelText("Tu clave de API"), { target: { value: KEY } });
  fireEvent.click(screen.getByRole("button", { name: "Usar esta clave" }));
  type("12 Oak L");

  expect(await screen.findByRole("option", { name: /12 Oak Ln/ })).toBeTruthy();
  expect(bodies).toMatchObject([
    { key: KEY, body: { input: "12 Oak L", includedRegionCodes: ["us"] } },
  ]);
  expect(requests.length).toBe(requestsBefore);
  expect(JSON.stringify(requests)).not.toContain("AIza");
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain("AIza");
});
