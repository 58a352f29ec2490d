import colors from "@market/colors.json";
import { screen } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, test } from "vitest";
import { answers, click, mockCall, renderStaff, sent, user } from "../staff.setup.tsx";
import { type Look, LookSection } from "./look-section.tsx";

const GREEN = colors["green-600"];
const AMBER = colors["amber-400"];
const PALE = colors["amber-500"];
const LOOK: Look = {
  version: 2,
  main: colors["blue-700"],
  accent: AMBER,
  main_otherwise: GREEN,
  accent_otherwise: AMBER,
  logo: null,
  history: [],
};
const LOGO = { url: "/api/logos/1", width_px: 300, height_px: 100 };

const open = (look: Partial<Look> = {}) => {
  answers("/settings/look", { ...LOOK, ...look });
  renderStaff(<LookSection />);
};

test("OPS-14.6 a color that cannot be read is refused beside its field, and nothing is lost", async () => {
  const sentence = "It has 1.6:1 on white, at least 4.5:1 is needed.";
  mockCall("put", "/settings/look", () =>
    HttpResponse.json(
      {
        status: 422,
        code: "invalid",
        title: "",
        detail: sentence,
        errors: [{ field: "main", code: "contrast_too_low", message: sentence }],
      },
      { status: 422 },
    ),
  );
  open();
  const main = await screen.findByRole("textbox", { name: "Main color" });

  await user.clear(main);
  await user.type(main, "gold");
  await click("Save");
  expect(await screen.findByText("Please enter # and six digits or letters A to F.")).toBeTruthy();
  await user.clear(main);
  await user.type(main, PALE.toUpperCase());
  await click("Save");

  expect((await screen.findAllByText(sentence, { exact: false })).length).toBeGreaterThan(0);
  expect(main).toHaveProperty("value", PALE.toUpperCase());
  expect(sent.map(({ body }) => body)).toEqual([{ version: 2, main: PALE, accent: AMBER }]);
});

test("OPS-14.6 the first colors come back by a button", async () => {
  mockCall("put", "/settings/look", () => HttpResponse.json({ ...LOOK, version: 3 }));
  open();

  await click("Reset to the default colors");

  expect(await screen.findByText(/^Saved\./)).toBeTruthy();
  expect(sent.map(({ body }) => body)).toEqual([{ version: 2, main: GREEN, accent: AMBER }]);
});

test("OPS-14.6 a logo is uploaded, shown and removed", async () => {
  mockCall("put", "/settings/look/logo", () =>
    HttpResponse.json({ ...LOOK, version: 3, logo: LOGO }),
  );
  mockCall("delete", "/settings/look/logo", () => HttpResponse.json({ ...LOOK, version: 4 }));
  open();

  const input = await screen.findByLabelText("Choose a logo");
  await user.upload(input, new File(["1"], "logo.png", { type: "image/png" }));
  expect(await screen.findAllByAltText("Standby")).toHaveLength(2);
  await click("Remove the logo");

  expect(await screen.findByLabelText("Choose a logo")).toBeTruthy();
  expect(screen.queryByAltText("Standby")).toBeNull();
});

test("a file that is too large is refused beside the field", async () => {
  open();

  const input = await screen.findByLabelText("Choose a logo");
  const file = new File([new Uint8Array(2 * 1024 * 1024 + 1)], "big.png", { type: "image/png" });
  await user.upload(input, file);

  expect(await screen.findByText("That file is larger than 2 MB.")).toBeTruthy();
  expect(sent).toEqual([]);
});
