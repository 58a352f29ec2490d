import terms from "@market/terms.json";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { FEET_PER_STEP, longestFlatRunFt } from "#business/bands.ts";
import { DistanceHelper, helperPath } from "./distance-helper.tsx";
import { clampSteps, feetFromSteps, isTooFar, stepsFrom } from "./run.ts";

const RULES = [
  "3 ft clear at the front",
  "At least 18 in at sides and back",
  "At least 5 ft from windows, doors and AC intakes",
  "Not directly on grass or dirt (a solid pad is included)",
  "Keep access clear",
];
const BEYOND_STEPS = Math.floor(longestFlatRunFt / FEET_PER_STEP) + 1;
const TOO_FAR = `Distance over ${longestFlatRunFt} ft detected. We'll confirm the best route during your on-site consultation.`;

const isOnComputer = (matches: boolean) => vi.stubGlobal("matchMedia", () => ({ matches }));
beforeEach(() => {
  isOnComputer(false);
  sessionStorage.clear();
});

const next = () => screen.getByRole<HTMLButtonElement>("button", { name: "Next" });
const continueButton = () => screen.getByRole<HTMLButtonElement>("button", { name: "Continue" });
const band = (name: string) => screen.getByRole<HTMLInputElement>("radio", { name });

async function measuring() {
  const onContinue = vi.fn();
  render(<DistanceHelper onContinue={onContinue} beyond={(steps) => `${steps} asked`} />);
  for (const rule of RULES) await userEvent.click(screen.getByLabelText(rule));
  await userEvent.click(next());
  return onContinue;
}

test.each([
  [true, 1],
  [false, 0],
])(
  "NEXT-01.2 on a computer (%s) a QR code takes measuring to the phone",
  async (matches, codes) => {
    isOnComputer(matches);
    await measuring();

    if (matches) await screen.findByText("Scan to continue on your phone");
    await vi.waitFor(() =>
      expect(screen.queryAllByRole("img", { name: "QR code" })).toHaveLength(codes),
    );
  },
);

test("DIST-01.4 on a computer a QR code opens the text on the phone", async () => {
  isOnComputer(true);
  await measuring();
  await userEvent.type(screen.getByLabelText("Your steps"), `${BEYOND_STEPS}`);

  expect(await screen.findByText("Point your phone’s camera at the code to text us.")).toBeTruthy();
  await vi.waitFor(() => expect(screen.getAllByRole("img", { name: "QR code" })).toHaveLength(2));
});

test("the phone gets the address too", () => {
  expect(helperPath("1 Oak Ln, Spring")).toBe("/order?address=1+Oak+Ln%2C+Spring");
  expect(helperPath(null)).toBe("/order");
});

test("DIST-01.1 step 1 opens its Next only when all five are ticked", async () => {
  render(<DistanceHelper onContinue={() => {}} beyond={() => null} />);
  const plan = () => screen.getByRole("img").getAttribute("aria-label");
  expect(screen.getByText("Pick the generator spot")).toBeTruthy();
  expect(plan()).not.toContain("3 ft clear in front");

  for (const rule of RULES) {
    expect(next().disabled).toBe(true);
    await userEvent.click(screen.getByLabelText(rule));
    expect(plan()).toContain("3 ft clear in front");
  }

  expect(next().disabled).toBe(false);
  await userEvent.click(screen.getByLabelText("Keep access clear"));
  expect(next().disabled).toBe(true);
});

test("GUIDE-04.1 sentence and drawing say what the contract says: the manual's clearances", () => {
  render(<DistanceHelper onContinue={() => {}} beyond={() => null} />);
  const { ends_ft, above_ft } = terms.clearances;

  expect(
    screen.getByText(
      `The manufacturer’s manual asks for more, and we install by it: ${ends_ft} ft at both ends and in front, ${above_ft} ft above.`,
      { exact: false },
    ),
  ).toBeTruthy();
  const plan = screen.getByRole("img");
  expect(plan.getAttribute("aria-label")).toContain(`${ends_ft} ft clear at both ends`);
  // Two areas beside the generator, each of that many feet: 15 units are a foot.
  const ends = [...plan.querySelectorAll("rect")].filter(
    (rect) => rect.getAttribute("width") === String(ends_ft * 15),
  );
  expect(ends).toHaveLength(2);
});

test("DIST-01.5 step 2 takes the band from the steps, or as it is known", async () => {
  const onContinue = await measuring();
  expect(screen.getByText("Measure the distance")).toBeTruthy();
  expect(continueButton().disabled).toBe(true);
  await userEvent.click(screen.getByRole("button", { name: "Back" }));
  expect(next().disabled, "what was ticked is kept").toBe(false);
  await userEvent.click(next());

  await userEvent.type(screen.getByLabelText("Your steps"), "12");
  expect(screen.getByText("12 steps are about 36 ft")).toBeTruthy();
  expect(band("Up to 50 ft").checked).toBe(true);
  await userEvent.click(continueButton());
  expect(onContinue).toHaveBeenLastCalledWith("medium");

  await userEvent.click(band("Up to 150 ft"));
  await userEvent.click(continueButton());
  expect(onContinue).toHaveBeenLastCalledWith("far");
});

test("DIST-01.4 over 150 ft no band is chosen, but a person asked; 80 steps are most", async () => {
  await measuring();

  await userEvent.type(screen.getByLabelText("Your steps"), `${BEYOND_STEPS}`);

  expect(await screen.findByText(TOO_FAR)).toBeTruthy();
  expect(screen.getByText(`${BEYOND_STEPS} asked`)).toBeTruthy();
  for (const name of ["Up to 25 ft", "Up to 50 ft", `Up to ${longestFlatRunFt} ft`])
    expect(band(name).disabled).toBe(true);
  expect(continueButton().disabled).toBe(true);
  expect(screen.getByRole("link", { name: /Call/ }).getAttribute("href")).toMatch(/^tel:/);
  const text = screen.getByRole("link", { name: "Text (713) 555-0142" });
  expect(text.getAttribute("href")).toMatch(/^sms:/);

  await userEvent.clear(screen.getByLabelText("Your steps"));
  await userEvent.type(screen.getByLabelText("Your steps"), "99");

  expect(screen.getByLabelText<HTMLInputElement>("Your steps").value).toBe("80");
  const more = screen.getByRole<HTMLButtonElement>("button", { name: "One more step" });
  expect(more.disabled).toBe(true);
  await userEvent.click(screen.getByRole("button", { name: "One fewer step" }));
  expect(screen.getByText("79 steps are about 237 ft")).toBeTruthy();
});

const SENT = {
  id: "1",
  reference: "Q-7K3F9",
  call_by: "2030-11-29T00:00:00Z",
  phone: "(281) 555-0100",
  run_ft: BEYOND_STEPS * FEET_PER_STEP,
};

test("TRUTH-03.5 once a longer run is asked for, the answer stands in place of the bands, also after a reload", async () => {
  const helper = (
    <DistanceHelper
      onContinue={() => {}}
      beyond={(_, onSent) => (
        <button type="button" onClick={() => onSent(SENT)}>
          Send
        </button>
      )}
    />
  );
  const page = render(helper);
  for (const rule of RULES) await userEvent.click(screen.getByLabelText(rule));
  await userEvent.click(next());
  await userEvent.type(screen.getByLabelText("Your steps"), `${BEYOND_STEPS}`);
  await userEvent.click(screen.getByRole("button", { name: "Send" }));

  const told = () =>
    screen.findByText(
      `We’ll call (281) 555-0100 by 6:00 PM on Thursday, November 28 with a price for about ${SENT.run_ft} ft.`,
    );
  expect(await told()).toBeTruthy();
  expect(screen.getByText(/Your reference is Q-7K3F9/)).toBeTruthy();
  expect(screen.queryByRole("radio")).toBeNull();
  expect(screen.queryByRole("button", { name: "Continue" })).toBeNull();

  page.unmount();
  render(helper);
  expect(await told()).toBeTruthy();

  await userEvent.click(screen.getByRole("button", { name: "Measure again" }));
  expect(screen.getByText("Pick the generator spot")).toBeTruthy();
});

test("an answer is not shown once the time by which we call is over", async () => {
  const over = { ...SENT, call_by: "2020-11-29T00:00:00Z" };
  sessionStorage.setItem("sentManualQuote", JSON.stringify(over));

  render(<DistanceHelper onContinue={() => {}} beyond={() => null} />);

  await Promise.resolve();
  expect(screen.getByText("Pick the generator spot")).toBeTruthy();
});

test("half a step typed counts as a whole one", async () => {
  await measuring();
  const field = screen.getByLabelText<HTMLInputElement>("Your steps");

  await userEvent.type(field, "3.5");
  expect(field.value).toBe("3.5");
  expect(screen.getByText("4 steps are about 12 ft")).toBeTruthy();
  await userEvent.tab();
  expect(field.value).toBe("4");
});

test("DIST-01.2 one step is 3 ft, from 0 to 80 of them; beyond the bands they are too far", () => {
  expect([1, 80].map(feetFromSteps)).toEqual([3, 240]);
  expect([-1, 81].map(clampSteps)).toEqual([0, 80]);
  expect([BEYOND_STEPS - 1, BEYOND_STEPS, null].map(isTooFar)).toEqual([false, true, false]);
});

test.each([
  ["", null],
  ["abc", null],
  ["0", 0],
  ["12", 12],
  ["80", 80],
  ["81", 80],
  ["999999999999999999999", 80],
  ["-5", 0],
  ["-", null],
  ["3.5", 4],
  ["12 steps", 12],
])("%j typed is %j steps, from 0 to 80", (text, steps) => {
  expect(stepsFrom(text)).toBe(steps);
});

test.each(["-5", "abc"])("%s is no count of steps, and the field says so", async (text) => {
  await measuring();
  const field = screen.getByLabelText("Your steps");

  await userEvent.type(field, text);
  await userEvent.tab();
  expect(screen.getByText("Please enter a number of steps, from 0 to 80.")).toBeTruthy();
  expect(screen.queryByText(/steps are about/)).toBeNull();

  await userEvent.clear(field);
  await userEvent.type(field, "5");
  expect(screen.queryByText(/Please enter a number of steps/)).toBeNull();
});
