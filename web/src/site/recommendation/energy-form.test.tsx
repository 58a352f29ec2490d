import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { readEnergyData } from "./energy-data.ts";
import { EnergyForm } from "./energy-dialog.tsx";

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

  type(/Address/, "1 Oa");
  submit();

  expect(screen.getByText("Please enter a valid address")).toBeTruthy();
  expect(screen.getByText("Please enter your electric bill amount")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText(/Address/));
  expect(sessionStorage.getItem("energyData")).toBeNull();
  expect(onSaved).not.toHaveBeenCalled();

  type(/Address/, "1 Oak");
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
    type(/Address/, "12 Main St, Houston");
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
  type(/Address/, "12 Main St");
  type(BILL, "180");

  unmount();
  const { onCancel } = show();

  expect(screen.getByLabelText<HTMLInputElement>(/Address/).value).toBe("12 Main St");
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
