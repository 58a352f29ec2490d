/**
 * A language that nobody speaks: every word in letters with marks, in double brackets, as the
 * server's tests have it (api/tests/pseudo_language.py). What is still in plain letters on a page
 * that was built in it was said past the messages and the long texts.
 */
import ts from "typescript";

/** It borrows the locale of Greek, so that dates and amounts have no English word either. */
export const PSEUDO_LOCALE = "el";

const PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const MARKED = [..."ȧƀƈḓḗƒɠħīĵķŀḿƞǿƥɋřşŧŭṽẇẋẏẑȦƁƇḒḖƑƓĦĪĴĶĿḾȠǾƤɊŘŞŦŬṼẆẊẎẐ"];
const MARKS = new Map([...PLAIN].map((letter, at) => [letter, MARKED[at] ?? letter]));
// Places for arguments and for facts, and addresses, are no words.
const KEPT = /(\{[^}]*\}|%%[^%]*%%|https?:\/\/\S+)/;

/** "⟦Ƈǿƞŧīƞŭḗ⟧" of "Continue"; what surrounds the words stays outside. */
export function marked(text: string): string {
  const words = text.trim();
  if (!/[A-Za-z]/.test(words)) return text;
  const inMarks = words
    .split(KEPT)
    .map((part) => (KEPT.test(part) ? part : withMarks(part)))
    .join("");
  // The full stop stays last: by it a sentence is known.
  const inBrackets = inMarks.endsWith(".") ? `⟦${inMarks.slice(0, -1)}⟧.` : `⟦${inMarks}⟧`;
  return text.replace(words, () => inBrackets);
}

const withMarks = (text: string) => [...text].map((letter) => MARKS.get(letter) ?? letter).join("");

type Message = string | readonly { match: Record<string, string> }[];
export type Catalog = Record<string, Message>;

/** The messages of a language in it. */
export const markedCatalog = (catalog: Catalog): Catalog =>
  Object.fromEntries(
    Object.entries(catalog).map(([key, message]) => [
      key,
      key.startsWith("$") ? message : markedMessage(message),
    ]),
  );

function markedMessage(message: Message): Message {
  if (typeof message === "string") return marked(message);
  return message.map((variants) => ({
    ...variants,
    match: Object.fromEntries(
      Object.entries(variants.match).map(([when, words]) => [when, marked(words)]),
    ),
  }));
}

// Names of ours among the strings of a text: no reader sees them.
const NAMES = new Set(["id", "slug", "href", "path", "url", "version", "day", "figure"]);

/** A module of long texts in it: its strings but names of ours. */
export function markedModule(source: string, file: string): string {
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const changes: { start: number; end: number }[] = [];
  const visit = (node: ts.Node) => {
    if (isNoText(node)) return;
    if (ts.isStringLiteral(node) || ts.isTemplateLiteralToken(node))
      changes.push({ start: node.getStart(parsed), end: node.getEnd() });
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return changes.reduceRight(
    (text, { start, end }) =>
      text.slice(0, start) + markedLiteral(text.slice(start, end)) + text.slice(end),
    source,
  );
}

const isNoText = (node: ts.Node) =>
  ts.isImportDeclaration(node) ||
  ts.isTypeNode(node) ||
  (ts.isPropertyAssignment(node) && NAMES.has(node.name.getText())) ||
  (ts.isStringLiteral(node) && isArgumentOrCompared(node.parent));

const isArgumentOrCompared = (parent: ts.Node) =>
  ts.isCallExpression(parent) ||
  ts.isElementAccessExpression(parent) ||
  (ts.isBinaryExpression(parent) &&
    parent.operatorToken.kind !== ts.SyntaxKind.QuestionQuestionToken);

// With its quotes, and escapes such as \\n as they are.
const markedLiteral = (literal: string) =>
  literal
    .split(/(\\u\w{4}|\\.|https?:\/\/\S+)/)
    .map((part, at) => (at % 2 ? part : withMarks(part)))
    .join("");
