import { fireEvent, render, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { StepBar } from "./step.tsx";

const bar = () => within(screen.getByRole("complementary", { name: "Total" }));

test("the bar says price, note and what is missing, in this order, before its button", () => {
  render(
    <StepBar label="Total" cents={12_694_00} note="$100 today" missing="Tick both boxes first">
      <button type="button">Next</button>
    </StepBar>,
  );

  expect(screen.getByRole("complementary").textContent).toBe(
    "Total$12,694$100 todayNextTick both boxes first",
  );
  expect(bar().getByText("Tick both boxes first").id).toBe("step-missing");
});

test("without a price, a note and anything missing the bar has its dash and its button alone", () => {
  render(
    <StepBar label="Total" cents={null}>
      <button type="button">Next</button>
    </StepBar>,
  );

  expect(screen.getByRole("complementary").textContent).toBe("Total–Next");
});

test("what stands above the button comes before it, and an error takes the note's line on a phone", () => {
  render(
    <StepBar
      label="Total"
      cents={null}
      note="$100 today"
      missing="Contact information is required"
      above="Mon, Dec 8"
    >
      <button type="button">Next — Reserve this date</button>
    </StepBar>,
  );

  expect(screen.getByRole("complementary").textContent).toBe(
    "Total–$100 todayMon, Dec 8Next — Reserve this dateContact information is required",
  );
  expect(bar().getByText("$100 today").className).toContain("max-lg:hidden");
});

const tap = (detail = 1) => fireEvent.click(screen.getByRole("button"), { detail });

/** A step that another one led to so many milliseconds ago. */
function showStep(ago: number) {
  const press = vi.fn();
  history.replaceState({ fromStep: 2, at: Date.now() - ago }, "");
  render(
    <StepBar label="Total" cents={null}>
      <button type="button" onClick={press}>
        Next
      </button>
    </StepBar>,
  );
  return press;
}

test("PRESS-01.1 the second of two taps, which a phone calls a first one, presses nothing on the step after", () => {
  const press = showStep(100);
  tap(1);
  tap(2);
  expect(press).not.toHaveBeenCalled();
  tap(0); // the Enter key
  expect(press).toHaveBeenCalledOnce();
});

test("PRESS-01.1 a step that could be seen takes the first press, also after a reload", () => {
  const press = showStep(401);
  tap(1);
  expect(press).toHaveBeenCalledOnce();
  history.replaceState(null, "");
  tap(1);
  expect(press).toHaveBeenCalledTimes(2);
});
