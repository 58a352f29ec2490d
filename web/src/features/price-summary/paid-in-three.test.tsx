import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { PaidInThree } from "./paid-in-three.tsx";

const parts = [
  { kind: "acceptance", shown_cents: 3_174_00 },
  { kind: "equipment", shown_cents: 6_347_00 },
  { kind: "completion", shown_cents: 3_173_00 },
];

test("FACT-01.3 the three payments of a total, and what the fee takes off the first", () => {
  const { container } = render(<PaidInThree parts={parts} />);

  expect(container.textContent).toBe(
    "Paid in three parts: $3,174 · $6,347 · $3,173" +
      "The $100 reservation fee comes off the first part if you go ahead within 30 days of your final price.",
  );
});
