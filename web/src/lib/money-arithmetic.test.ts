/** The browser formats money and never adds it: only money.ts may calculate with cents. */
import { globSync, readFileSync } from "node:fs";
import ts from "typescript";
import { expect, test } from "vitest";

const FORMATTING = "src/lib/money.ts";
const FILES = globSync("src/**/*.{ts,tsx}").filter(
  (file) =>
    file !== FORMATTING &&
    !/\.(test|setup|fixtures|gen|d)\.tsx?$|\/fixtures\//.test(file) &&
    !file.includes("paraglide"),
);

const MONEY = /cents|dollars/i;
const SUMS = /^(sum|total|add|plus|minus|reduce)/i;
const { SyntaxKind } = ts;
const ARITHMETIC: ReadonlySet<ts.SyntaxKind> = new Set([
  SyntaxKind.PlusToken,
  SyntaxKind.MinusToken,
  SyntaxKind.AsteriskToken,
  SyntaxKind.SlashToken,
  SyntaxKind.PercentToken,
  SyntaxKind.AsteriskAsteriskToken,
  SyntaxKind.PlusEqualsToken,
  SyntaxKind.MinusEqualsToken,
  SyntaxKind.AsteriskEqualsToken,
  SyntaxKind.SlashEqualsToken,
  SyntaxKind.PercentEqualsToken,
]);

/** Whether the value of an expression is money; what a formatting function returns is text. */
function isMoney(node: ts.Node): boolean {
  if (ts.isIdentifier(node)) return MONEY.test(node.text);
  if (ts.isPropertyAccessExpression(node)) return isMoney(node.name);
  if (ts.isStringLiteral(node)) return MONEY.test(node.text);
  if (ts.isCallExpression(node)) return isNumeric(node) && node.arguments.some(isMoney);
  if (ts.isConditionalExpression(node)) return isMoney(node.whenTrue) || isMoney(node.whenFalse);
  if (ts.isTemplateExpression(node)) return false;
  return ts.forEachChild(node, isMoney) ?? false;
}

const isNumeric = ({ expression }: ts.CallExpression): boolean =>
  /^(Math\.\w+|Number)$/.test(expression.getText());

/** The lines on which money is calculated: "src/a.ts:3 price_cents * 2". */
function arithmeticIn(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isCalculated(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${file}:${line + 1} ${node.getText()}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isCalculated(node: ts.Node): boolean {
  if (ts.isBinaryExpression(node))
    return ARITHMETIC.has(node.operatorToken.kind) && (isMoney(node.left) || isMoney(node.right));
  if (!ts.isCallExpression(node)) return false;
  const name = node.expression.getText().split(".").at(-1) ?? "";
  return SUMS.test(name) && node.arguments.some((each) => MONEY.test(each.getText()));
}

test("TRUTH-04.3 no module but the formatting one calculates with cents", () => {
  expect(FILES.length).toBeGreaterThan(300);
  expect(FILES.flatMap((file) => arithmeticIn(file, readFileSync(file, "utf8")))).toEqual([]);
});

// The control: each way to calculate is found, and what only looks like one is not.
test.each([
  "const left = most - paid_cents;",
  "const left = order.due_cents + fee;",
  'const left = order["due_cents"] + fee;',
  "let all = 0; all += line.amount_cents;",
  "const tax = Math.round(price.generator_cents * 0.0825);",
  "const half = Math.abs(total_cents) / 2;",
  "const whole = (cents ?? 0) / 100;",
  "const cents = price.dollars * 100;",
  "const all = lines.reduce((sum, line) => sum + line.unit_cents, 0);",
  "const all = sumOf(lines.map((line) => line.unit_cents));",
  "const shown = <p>{total_cents - paid_cents}</p>;",
])("TRUTH-04.3 it finds %s", (code) => {
  expect(arithmeticIn("planted.tsx", code)).not.toEqual([]);
});

test.each([
  'const shown = dollarsAndCents(total_cents) + ".";',
  "const credit = -lines.discount_cents;",
  "const more = new_cents > old_cents;",
  "const most = Math.max(due_cents, 0);",
])("it lets %s be", (code) => {
  expect(arithmeticIn("planted.tsx", code)).toEqual([]);
});
