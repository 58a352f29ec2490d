/** Each toast of the console names its customer: the next one may be on the screen by now. */
import { globSync, readFileSync } from "node:fs";
import ts from "typescript";
import { expect, test } from "vitest";

const FILES = globSync("src/staff/**/*.{ts,tsx}").filter(
  (file) => !/\.(test|setup|fixtures)\.tsx?$/.test(file),
);
const RAISES = new Set(["toast", "tell"]);

/** What is about no customer, with the reason. Messages by their key, others as they are written. */
const OF_NO_CUSTOMER: Record<string, string> = {
  staff_account_added: "one's own account",
  staff_account_name_saved: "one's own account",
  staff_account_others_out: "one's own account",
  staff_account_unlinked: "one's own account",
  staff_board_crew_saved: "names the day, which has jobs of many",
  staff_board_technician_added: "names the technician",
  staff_board_technician_saved: "names the technician",
  staff_company_saved: "settings",
  staff_feeds_copied: "a link to one's own calendar",
  staff_inbox_assigned: "the order's code, which was typed or pressed",
  staff_payouts_read_done: "all payouts",
  "problemMessage(failure)": "the payouts, which could not be read",
  staff_people_changed: "names the colleague",
  staff_people_copied: "a colleague's link",
  staff_photo_review_last_of_queue: "the queue; the decision has a toast of its own",
  staff_settings_saved: "settings",
  staff_suppressions_lifted: "names the address or number",
  staff_tasks_is_done: "names the task, and under it the customer where it has one",
};

const isNamed = (property: ts.ObjectLiteralElementLike, name: string) =>
  property.name?.getText() === name;

/** What a toast says: keys of its messages, or the expression where it has none. */
function wordsOf(told: ts.ObjectLiteralExpression): string[] {
  const title = told.properties.find((each) => isNamed(each, "title"));
  const words = title && ts.isPropertyAssignment(title) ? title.initializer.getText() : "title";
  const keys = [...words.matchAll(/\bm\.(\w+)\(/g)].map(([, key = ""]) => key);
  return keys.length > 0 ? keys : [words];
}

/** The words of the toasts that are raised without a customer. One that is passed on is not. */
function unnamedIn(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && RAISES.has(node.expression.getText())) {
      const [told, customer] = node.arguments;
      const isNew = told !== undefined && ts.isObjectLiteralExpression(told);
      const isPassedOn = !isNew || told.properties.some(ts.isSpreadAssignment);
      const hasCustomer = isNew && told.properties.some((each) => isNamed(each, "customer"));
      if (isNew && !customer && !hasCustomer && !isPassedOn) found.push(...wordsOf(told));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

test("OPS-30.1 each toast names its customer, or is about none for a reason that stands here", () => {
  const unnamed = FILES.flatMap((file) => unnamedIn(file, readFileSync(file, "utf8")));

  expect([...new Set(unnamed)].sort()).toEqual(Object.keys(OF_NO_CUSTOMER).sort());
});

// The control: toasts without a customer are found, in each way to raise one.
test.each([
  ['toast({ title: m.staff_done(), tone: "success" });', ["staff_done"]],
  ["void tell({ title: is ? m.staff_on() : m.staff_off() });", ["staff_on", "staff_off"]],
  ["toast({ title: problemMessage(failure) });", ["problemMessage(failure)"]],
  ["toast({ title });", ["title"]],
  ["toast({ customer: order.customer.name, title: m.staff_done() });", []],
  ["tell({ title: m.staff_done() }, name);", []],
  ["toast(message);", []],
])("OPS-30.1 of %s it finds %j", (code, found) => {
  expect(unnamedIn("planted.tsx", code)).toEqual(found);
});
