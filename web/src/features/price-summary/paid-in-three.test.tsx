import { render } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { PaidInThree } from "./paid-in-three.tsx";

test("FACT-01.3 the three payments of a total", () => {
  const { container } = render(<PaidInThree cents={12_694_77} />);

  expect(container.textContent).toBe("Paid in three parts: $3,174 · $6,347 · $3,174");
});

test("FACT-01.3 before the amount is known the shares stand there", () => {
  expect(renderToString(<PaidInThree cents="%%price.total%%" />)).toContain("25% · 50% · 25%");
});
