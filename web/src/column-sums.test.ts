/** The check of sums finds what is wrong: its own control. */
import { expect, test } from "vitest";
import { wrongSums, wrongSumsScript } from "./column-sums.setup.ts";

function sums(html: string): string[] {
  const page = document.createElement("main");
  page.innerHTML = html;
  return wrongSums(page);
}
const row = (mark: string, name: string, amount: string) =>
  `<div ${mark}><dt>${name}</dt><dd>${amount}</dd></div>`;
const PARTS =
  row("data-part=lines", "One <small>$9 before</small>", "$1,000") +
  row("data-part='lines payments'", "Two", "$20") +
  row("data-part=lines", "Credit", "-$100.50");

test("TRUTH-04.1 a column sums to its total, with credits and in several columns", () => {
  const total = row("data-total=lines", "Total", "$919.50");
  const second = row("data-total=payments", "You pay", "$20.00");
  expect(sums(`<dl data-sum>${PARTS}${total}${second}</dl>`)).toEqual([]);
  expect(sums(row("data-alone", "Total", "$5"))).toEqual([]);
});

test.each([
  ["a cent too much", `<dl data-sum>${PARTS}${row("data-total=lines", "Total", "$919.51")}</dl>`],
  ["a total without parts", `<dl data-sum>${row("data-total=lines", "Total", "$5")}</dl>`],
  ["a total without a mark", `<dl>${row("", "Installation total", "$5")}</dl>`],
  ["a cell without a mark", "<table><tr><th>Balance</th><td>$5.00</td></tr></table>"],
])("TRUTH-04.1 it finds %s", (_what, html) => {
  expect(sums(html)).toHaveLength(1);
});

test("the browser is sent one expression that needs nothing else", () => {
  document.body.innerHTML = `<dl data-sum>${PARTS}${row("data-total=lines", "Total", "$1")}</dl>`;
  expect(new Function(`return ${wrongSumsScript()}`)()).toHaveLength(1);
  document.body.replaceChildren();
});
