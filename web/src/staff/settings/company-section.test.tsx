import colors from "@market/colors.json";
import { screen } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, test } from "vitest";
import { answers, click, mockCall, refused, renderStaff, sent, user } from "../staff.setup.tsx";
import type { CompanySettings } from "./company-section.tsx";
import type { Look } from "./look-section.tsx";
import SettingsScreen from "./settings-screen.tsx";

const FACTS: CompanySettings["facts"] = {
  name: "Standby",
  legal_name: "Standby Home Power LLC",
  licence: "TECL 00000",
  regulator: "Regulated by TDLR",
  phone: "(713) 555-0142",
  email: "hello@standby.example",
  address: "1 Main Street, Spring, TX 77386",
  hours: "By appointment",
  support_hours: "8 AM to 6 PM",
};
const SETTINGS: CompanySettings = {
  version: 3,
  facts: FACTS,
  otherwise: { ...FACTS, hours: "Mon to Fri" },
  sources: {
    ...Object.fromEntries(Object.keys(FACTS).map((name) => [name, "market"])),
    email: "environment",
    hours: "screen",
    licence: "invented",
  },
  history: [
    {
      at: "2026-03-02T15:00:00Z",
      who: "jo",
      before: { hours: null },
      after: { hours: "By appointment" },
    },
  ],
};

const LOOK: Look = {
  version: 0,
  main: colors["green-600"],
  accent: colors["amber-400"],
  main_otherwise: colors["green-600"],
  accent_otherwise: colors["amber-400"],
  logo: null,
  history: [],
};

const companyForm = () =>
  screen.getByRole("textbox", { name: "Brand" }).closest("form") ?? document.body;

const open = (permissions?: ("open_tables" | "change_catalog")[]) => {
  answers("/settings/company", SETTINGS);
  answers("/settings/look", LOOK);
  renderStaff(<SettingsScreen />, {
    path: "/staff/settings/company",
    route: "/settings/:section?",
    ...(permissions ? { me: { permissions } } : {}),
  });
};

test("OPS-14.1 each fact is a field that says where it comes from", async () => {
  open();

  const email = await screen.findByRole("textbox", { name: "Email" });
  expect(email).toHaveProperty("value", FACTS.email);
  expect(screen.getByText(/From the server’s settings/)).toBeTruthy();
  expect(screen.getByText(/the server’s settings say “Mon to Fri”/)).toBeTruthy();
  expect(screen.getByText(/Made up.*License number/)).toBeTruthy();
  expect(screen.getByText("Opening hours: not set here → By appointment")).toBeTruthy();
});

test("what is saved is sent with the version that was seen", async () => {
  mockCall("put", "/settings/company", () =>
    HttpResponse.json({ ...SETTINGS, version: 4, facts: { ...FACTS, name: "Bayou" } }),
  );
  open();
  const brand = await screen.findByRole("textbox", { name: "Brand" });

  await user.clear(brand);
  await click("Save", companyForm());
  expect(await screen.findByText("Please fill this in.")).toBeTruthy();
  await user.type(brand, "Bayou");
  await click("Save", companyForm());

  expect(await screen.findByText(/^Saved\./)).toBeTruthy();
  expect(sent.map(({ body }) => body)).toEqual([
    { version: 3, facts: { ...FACTS, name: "Bayou" } },
  ]);
});

test("when somebody else has saved, nothing typed is lost and the screen offers to look again", async () => {
  mockCall("put", "/settings/company", () => refused(409, "settings_changed_meanwhile"));
  open();
  const brand = await screen.findByRole("textbox", { name: "Brand" });

  await user.type(brand, " Two");
  await click("Save", companyForm());

  expect(await screen.findByRole("button", { name: "Try again" })).toBeTruthy();
  expect(brand).toHaveProperty("value", "Standby Two");
});

test("who may not change them reads them", async () => {
  open(["open_tables"]);

  const brand = await screen.findByRole("textbox", { name: "Brand" });
  expect(brand.closest("fieldset")).toHaveProperty("disabled", true);
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
});
