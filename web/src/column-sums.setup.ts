/**
 * What is wrong with the sums of a page, as people read them (TRUTH-04.1). Unit tests check what they
 * rendered, browser tests what they see. A container `data-sum` has parts (`data-part="lines"`) and
 * totals (`data-total="lines"`, or several columns: "lines payments"): each column's parts sum to
 * its total, in the whole dollars or the cents that are shown. What reads like a total has such a
 * mark; `data-alone` stands on one that has no parts on the page.
 */
export const wrongSums = (root: ParentNode): string[] => [
  ...wrongColumns(root),
  ...unmarkedTotals(root),
];

/** The same as the text of a script, for a browser. */
export const wrongSumsScript = (): string =>
  // Playwright takes a script that begins with "function" for one function, and refuses it.
  `(() => {\n${shownCents}\n${columnsOf}\n${wrongColumn}\n${wrongColumns}\n${unmarkedTotals}\n` +
  "return [...wrongColumns(document), ...unmarkedTotals(document)];\n})()";

function wrongColumns(root: ParentNode): string[] {
  const totals = [...root.querySelectorAll("[data-sum] [data-total]")];
  return totals.flatMap((total) =>
    columnsOf(total, "data-total").flatMap((column) => wrongColumn(total, column)),
  );
}

function wrongColumn(total: Element, column: string): string[] {
  const container = total.closest("[data-sum]");
  // A container within another sums for itself.
  const parts = [...(container?.querySelectorAll("[data-part]") ?? [])]
    .filter((part) => part.closest("[data-sum]") === container)
    .filter((part) => columnsOf(part, "data-part").includes(column))
    .map(shownCents);
  const sum = parts.reduce((all, each) => all + each, 0);
  if (parts.length > 0 && sum === shownCents(total)) return [];
  const name = `${column} of "${container?.textContent}"`;
  return [`${name}: ${parts.join(" + ")} is ${sum}, not ${shownCents(total)}`];
}

function unmarkedTotals(root: ParentNode): string[] {
  const totalLike =
    /^(total|.* total|you pay|still to pay|to pay( now)?|paid so far|due( now| today)?|balance)$/i;
  const marks = "[data-part], [data-total], [data-alone]";
  const rows = [...root.querySelectorAll("dt, th")]
    .filter(({ childNodes }) => totalLike.test(childNodes[0]?.textContent?.trim() ?? ""))
    .map((label) => label.closest("tr") ?? label.parentElement ?? label)
    .filter((row) => row.textContent?.includes("$"));
  return rows
    .filter((row) => !row.matches(marks) && !row.querySelector(marks))
    .map((row) => `"${row.textContent}" reads like a total and has no mark`);
}

function shownCents(element: Element): number {
  const shown = (element.matches("dd") ? element : element.querySelector("dd")) ?? element;
  const amount = /([-−]?)\$([\d,]+)(?:\.(\d\d))?/.exec(shown.textContent ?? "");
  if (!amount) return 0;
  const [, sign, dollars = "0", cents = "00"] = amount;
  return Number(dollars.replaceAll(",", "") + cents) * (sign ? -1 : 1);
}

function columnsOf(element: Element, mark: string): string[] {
  return element.getAttribute(mark)?.split(" ") ?? [];
}
