/** Words for people that stand in code, where no catalog has them. */
import ts from "typescript";

/** Attributes of JSX that nobody reads. */
const NOT_READ =
  /^(class(Name)?|style|d|href|src|srcSet|sizes|id|key|rel|type|transform|points|viewBox|preserveAspectRatio|data-.*|set:html|font)$/;
/** Calls whose arguments are for machines, or for the log. */
const FOR_MACHINES =
  /(logQuietly|matchMedia|querySelector(All)?|closest|get|set|has|includes|split|join|addEventListener|fetch|Error|AbortController|Response|abort)$/;
/** Properties of the same kind. */
const NAMES = /^(@type|type|once|purpose|font|sizes|Authorization)$/;
const LETTERS = /[A-Za-z]{2,}/;
const SEVERAL_WORDS = /[A-Za-z]{2,}[’',.;:]?\s+\(?[A-Za-z]{2,}/;
const CAPITALIZED = /^[A-Z][a-z]+[.:!?]?$/;
const PLACE = "…"; // of what a template has between its words
// Class names, media queries and markup are words to machines alone.
const isCode = (text: string) =>
  /^[(<#.]|[={}]/.test(text) ||
  (/(^|\s)[a-z0-9@[\]!*&>-]+[-:[]\S/.test(text) && !/[,.?!;](\s|$)|(^|\s)[A-Z]/.test(text));

/** The literals of a source file that look like words for people: "12: Close the window". */
export function wordsInCode(source: string, file: string): string[] {
  const isPage = file.endsWith(".astro");
  const kind = file.endsWith(".ts") ? ts.ScriptKind.TS : ts.ScriptKind.TSX;
  const text = isPage ? asTsx(source) : source;
  const parsed = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    if (isForMachines(node)) return;
    const words = wordsOf(node);
    if (words) {
      const { line } = parsed.getLineAndCharacterOfPosition(node.getStart(parsed));
      found.push(`${line + 1}: ${words}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return found;
}

// The script of a page, and its markup as an element.
function asTsx(source: string): string {
  const [, script = "", markup = source] = source.match(/^---\n([\s\S]*?)\n---\n([\s\S]*)$/) ?? [];
  const lines = (text: string) => text.replace(/[^\n]/g, "");
  const shown = markup
    .replace(/<(script|style)[\s\S]*?<\/\1>|<!--[\s\S]*?-->|<!doctype html>/gi, lines)
    .trim();
  return `\n${script}\n;<>${shown}</>;`;
}

function isForMachines(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node))
    return true;
  if (ts.isJsxAttribute(node)) return NOT_READ.test(node.name.getText());
  if (ts.isPropertyAssignment(node)) return NAMES.test(node.name.getText().replaceAll('"', ""));
  const call = node.parent;
  return (
    isLiteral(node) &&
    call !== undefined &&
    (ts.isCallExpression(call) || ts.isNewExpression(call)) &&
    FOR_MACHINES.test(call.expression.getText())
  );
}

const isLiteral = (node: ts.Node) => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);

function wordsOf(node: ts.Node): string | null {
  if (ts.isJsxText(node)) return LETTERS.test(node.text) ? node.text.trim() : null;
  if (!isLiteral(node) || isName(node)) return null;
  const text = textOf(node);
  if (isShown(node) && LETTERS.test(text)) return text;
  return !isCode(text) && looksLikeWords(node, text) ? text : null;
}

function looksLikeWords(node: ts.Node, text: string): boolean {
  const isMixed = ts.isTemplateExpression(node) && /\s/.test(text) && LETTERS.test(text);
  return isMixed || SEVERAL_WORDS.test(text) || CAPITALIZED.test(text);
}

const textOf = (node: ts.Node): string =>
  ts.isTemplateExpression(node)
    ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(PLACE)
    : (node as ts.StringLiteralLike).text;

// {isKept ? "kept" : words} between tags, whatever it says.
function isShown({ parent }: ts.Node): boolean {
  if (ts.isConditionalExpression(parent) || ts.isParenthesizedExpression(parent))
    return isShown(parent);
  return ts.isJsxExpression(parent) && !ts.isJsxAttribute(parent.parent);
}

function isName(node: ts.Node): boolean {
  const { parent } = node;
  const isKey = ts.isPropertyAssignment(parent) && parent.name === node;
  const isCompared =
    ts.isBinaryExpression(parent) && /^[!=]==$/.test(parent.operatorToken.getText());
  return isKey || isCompared || ts.isElementAccessExpression(parent);
}
