import { fireEvent, screen, waitFor } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, test } from "vitest";
import { answers, click, mockCall, renderStaff, sent, user } from "../staff.setup.tsx";
import type { WorkingDays } from "./calendar-section.tsx";
import type { PermitFees } from "./permits-section.tsx";
import SettingsScreen from "./settings-screen.tsx";
import type { Terms } from "./terms-section.tsx";

const TERMS: Terms = {
  version: 1,
  acceptance: 25,
  equipment: 50,
  completion: 25,
  days_to_pay: 5,
  late_fee_percent: "1.5",
  sales_tax_percent: "8.25",
  history: [],
};
const DAYS: WorkingDays = {
  version: 2,
  first_day: 15,
  last_day: 60,
  weekdays_off: ["SUN"],
  crews_per_day: 2,
  holidays: [
    { name: "Columbus Day", is_worked: false },
    { name: "Christmas Day", is_worked: false },
  ],
  closed: [],
  windows: { morning: { start: "08:30", end: "12:30" }, afternoon: null },
  afternoon_may_span_closed_days: false,
  history: [],
};
const FEES: PermitFees = {
  version: 0,
  default_cents: 150_00,
  towns: [{ name: "Katy", fee_cents: 175_50 }],
  history: [],
};

const open = (section: string, shown: Terms | WorkingDays | PermitFees) => {
  answers(`/settings/${section}`, shown);
  mockCall("put", `/settings/${section}`, () => HttpResponse.json(shown));
  renderStaff(<SettingsScreen />, {
    path: `/staff/settings/${section}`,
    route: "/settings/:section?",
  });
};
const retype = async (name: string, text: string) => {
  const field = await screen.findByRole("textbox", { name });
  await user.clear(field);
  await user.type(field, text);
};

test("OPS-14.2 parts that are not the whole price are refused beside the last of them", async () => {
  open("terms", TERMS);

  await retype("First part, after acceptance (%)", "30");
  await click("Save");
  expect(await screen.findByText("The three parts must add up to 100%.")).toBeTruthy();
  await retype("Last part, at completion (%)", "20");
  await click("Save");

  expect(await screen.findByText("Saved.")).toBeTruthy();
  expect(sent[0]?.body).toMatchObject({ version: 1, acceptance: 30, completion: 20 });
});

test("a holiday is worked, and days are closed every year", async () => {
  open("calendar", DAYS);

  await user.click(await screen.findByRole("checkbox", { name: "Columbus Day" }));
  await click("Add closed days");
  await retype("Reason", "Christmas week");
  await user.type(screen.getByLabelText("First day"), "2026-12-24");
  await user.type(screen.getByLabelText("Last day"), "2026-12-31");
  await user.click(screen.getByRole("checkbox", { name: "Every year" }));
  await click("Save");

  expect(await screen.findByText("Saved.")).toBeTruthy();
  expect(sent[0]?.body).toEqual({
    version: 2,
    first_day: 15,
    last_day: 60,
    crews_per_day: 2,
    weekdays_off: ["SUN"],
    afternoon_may_span_closed_days: false,
    worked: ["Columbus Day"],
    windows: DAYS.windows,
    closed: [{ name: "Christmas week", first: "2026-12-24", last: "2026-12-31", is_yearly: true }],
  });
});

test("a town is added with its fee in dollars", async () => {
  open("permits", FEES);

  await click("Add a town");
  const [, town] = await screen.findAllByRole("textbox", { name: "Town" });
  const [, fee] = screen.getAllByRole("textbox", { name: "Fee, in dollars" });
  if (!town || !fee) throw new Error("No line was added.");
  await user.type(town, "Oak Ridge");
  await user.type(fee, "90");
  await click("Save");

  expect(await screen.findByText("Saved.")).toBeTruthy();
  expect(sent[0]?.body).toEqual({
    version: 0,
    default_cents: 150_00,
    towns: [
      { name: "Katy", fee_cents: 175_50 },
      { name: "Oak Ridge", fee_cents: 90_00 },
    ],
  });
});

test("OPS-14.7 arrival windows are set by their hours, and one can be offered alone", async () => {
  open("calendar", DAYS);
  const [from, until] = await Promise.all(
    [/Earliest arrival/, /Latest arrival/].map(
      async (name) => (await screen.findAllByLabelText<HTMLInputElement>(name))[0],
    ),
  );
  if (!from || !until) throw new Error("no fields");

  expect(from.value).toBe("08:30");
  expect(screen.getByRole("checkbox", { name: "Afternoon" })).toHaveProperty("checked", false);
  fireEvent.change(until, { target: { value: "07:00" } });
  await click("Save");
  expect(await screen.findByText("The window has to end after it begins.")).toBeTruthy();
  fireEvent.change(until, { target: { value: "11:00" } });
  await click("Save");

  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({
    windows: { morning: { start: "08:30", end: "11:00" }, afternoon: null },
  });
});
