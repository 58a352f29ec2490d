import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { amountIn, canBeRecommended, readEnergyData, tierFor, usageOf } from "./energy-data.ts";
import { EnergyForm, lacksKey, PlacesKeyPrompt } from "./energy-dialog.tsx";

const BILL = "Average Electric Bill ($/mo)";
const USAGE = "Monthly kWh Usage (optional)";

beforeEach(() => sessionStorage.clear());

function show() {
  const onSaved = vi.fn();
  const onCancel = vi.fn();
  const shown = render(
    <EnergyForm
      visitorKey={null}
      searchPlaces={async () => ({ predictions: [] })}
      onSaved={onSaved}
      onCancel={onCancel}
    />,
  );
  return { ...shown, onSaved, onCancel };
}

const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const submit = () =>
  fireEvent.click(screen.getByRole("button", { name: "See System Recommendation" }));

test("the address needs five characters and the bill a digit; kWh is optional", () => {
  const { onSaved } = show();

  type("Address", "1 Oa");
  submit();

  expect(screen.getByText("Please enter a valid address")).toBeTruthy();
  expect(screen.getByText("Please enter your electric bill amount")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText("Address"));
  expect(sessionStorage.getItem("energyData")).toBeNull();
  expect(onSaved).not.toHaveBeenCalled();

  type("Address", "1 Oak");
  type(BILL, "9");
  submit();

  expect(onSaved).toHaveBeenCalledOnce();
  expect(JSON.parse(sessionStorage.getItem("energyData") ?? "")).toEqual({
    address: "1 Oak",
    electricBill: "9",
    kwhUsage: "",
  });
});

test.each([
  [BILL, "a lot", /bill in dollars, for example 180/],
  [BILL, "0", /bill in dollars, for example 180/],
  [BILL, "18000", /more than \$5,000 a month/],
  [USAGE, "many", /usage in kWh, for example 1200/],
  [USAGE, "90000", /more than 20,000 kWh a month/],
])(
  "REC-01.3 in '%s', '%s' is refused with its reason, until it is mended",
  (label, input, reason) => {
    const { onSaved } = show();
    type("Address", "12 Main St, Houston");
    type(BILL, "180");

    type(label, input);
    submit();
    expect(screen.getByText(reason)).toBeTruthy();
    expect(screen.getByLabelText(label).getAttribute("aria-invalid")).toBe("true");

    type(label, "190");
    expect(screen.queryByText(reason)).toBeNull();
    submit();
    expect(onSaved).toHaveBeenCalledOnce();
  },
);

test("what was typed is there again after a reload, and not yet told; 'Cancel' leaves", () => {
  const { unmount } = show();
  type("Address", "12 Main St");
  type(BILL, "180");

  unmount();
  const { onCancel } = show();

  expect(screen.getByLabelText<HTMLInputElement>("Address").value).toBe("12 Main St");
  expect(screen.getByLabelText<HTMLInputElement>(BILL).value).toBe("180");
  expect(readEnergyData()).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(onCancel).toHaveBeenCalledOnce();
});

test("figures saved as numbers are read, spoiled ones are as if nothing was told", () => {
  sessionStorage.setItem(
    "energyData",
    JSON.stringify({ address: "12 Main St", electricBill: 180 }),
  );
  expect(readEnergyData()).toEqual({ address: "12 Main St", electricBill: "180", kwhUsage: "" });

  sessionStorage.setItem("energyData", JSON.stringify({ address: "12 Main St" }));
  expect(readEnergyData()).toBeNull();
  sessionStorage.setItem("energyData", "{");
  expect(readEnergyData()).toBeNull();
});

const KEY = `AIza${"x".repeat(35)}`;

test("REC-01.4 the prompt is in Spanish, with a help toggle", () => {
  const { container } = render(<PlacesKeyPrompt apiKey={null} onKey={vi.fn()} />);
  const toggle = screen.getByRole("button", { name: "¿Cómo consigo una clave?" });
  expect(container.querySelector("[lang=es]")).toBeTruthy();
  expect(screen.getByText(/Places API \(New\)/).closest("[hidden]")).toBeTruthy();

  fireEvent.click(toggle);

  expect(toggle.getAttribute("aria-expanded")).toBe("true");
  expect(screen.getByText(/Places API \(New\)/).closest("[hidden]")).toBeNull();
  expect(toggle.textContent).toBe("Ocultar la ayuda");
});

test("a key is used and forgotten, never stored; what is not a key is refused", () => {
  const onKey = vi.fn();
  const { rerender } = render(<PlacesKeyPrompt apiKey={null} onKey={onKey} />);
  const use = () => fireEvent.click(screen.getByRole("button", { name: "Usar esta clave" }));
  const type = (value: string) =>
    fireEvent.change(screen.getByLabelText("Tu clave de API"), { target: { value } });

  type("my password");
  use();
  expect(onKey).not.toHaveBeenCalled();
  expect(screen.getByText(/empieza por AIza/)).toBeTruthy();

  type(KEY);
  use();
  expect(onKey).toHaveBeenLastCalledWith(KEY);
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain("AIza");

  rerender(<PlacesKeyPrompt apiKey={KEY} onKey={onKey} />);
  fireEvent.click(screen.getByRole("button", { name: "Olvidar la clave" }));
  expect(onKey).toHaveBeenLastCalledWith(null);
});

test("REC-01.4 a key is asked for where Google needs one and the browser has none", () => {
  expect(lacksKey(null, true)).toBe(false);
  expect(lacksKey({ provider: "offline", browser_key: false }, false)).toBe(false);
  expect(lacksKey({ provider: "offline", browser_key: false }, true)).toBe(true);
  expect(lacksKey({ provider: "google", browser_key: false }, false)).toBe(true);
  expect(lacksKey({ provider: "google", browser_key: true }, true)).toBe(false);
});

const energyData = (electricBill: string, kwhUsage = "") => ({
  address: "1 Oak Ln",
  electricBill,
  kwhUsage,
});

test.each([
  [0, "small"],
  [799, "small"],
  [799.99, "small"],
  [800, "medium"],
  [1500, "medium"],
  [1500.01, "large"],
  [9000, "large"],
])("REC-02.2 %d kWh a month is %s", (kwh, tier) => {
  expect(tierFor(kwh)).toBe(tier);
});

test.each([
  ["99", "", 792],
  ["100", "", 800],
  ["187.50", "", 1500],
  ["$1,200", "", 9600],
  ["400", "700", 700],
  ["400", "100", 100],
  ["400", "1", 1],
  ["50", "1,600", 1600],
])(
  "REC-02.1 a bill of %s and usage of '%s' is %d kWh: kWh if given, else bill × 8",
  (bill, kwh, usage) => {
    expect(usageOf(energyData(bill, kwh)).kwh).toBe(usage);
  },
);

test("REC-02.3 more usage is never a smaller system; the small one is never Recommended", () => {
  expect((["small", "medium", "large"] as const).map(canBeRecommended)).toEqual([
    false,
    true,
    true,
  ]);

  const order = ["small", "medium", "large"];
  const sizes = Array.from({ length: 400 }, (_, step) => order.indexOf(tierFor(step * 7.3)));

  expect(sizes).toEqual([...sizes].sort());
});

test.each([
  ["180", 180],
  ["$1,250.50", 1250.5],
  [" 180 /mo ", 180],
  ["1200 kWh", 1200],
  [".5", 0.5],
  ["", null],
  ["about 100", null],
  ["-5", null],
  ["1e9", null],
])("the amount in '%s' is %s", (text, amount) => {
  expect(amountIn(text)).toBe(amount);
});
