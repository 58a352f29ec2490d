/** Shapes of long texts, shared by rendering, structured data and search. */

export type Passage =
  | string
  | { list: readonly string[] }
  | { rows: readonly (readonly [term: string, meaning: string])[] }
  | { notice: string };

export type Question = {
  id: string;
  question: string;
  answer: readonly Passage[];
  see?: { label: string; href: string };
};

export type FaqGroup = { id: string; title: string; questions: readonly Question[] };

/** The text without markup, for search engines and tests. */
export const plainText = (passages: readonly Passage[]): string =>
  passages.flatMap(sentences).join(" ");

function sentences(passage: Passage): readonly string[] {
  if (typeof passage === "string") return [passage];
  if ("list" in passage) return passage.list;
  if ("rows" in passage) return passage.rows.map(([term, meaning]) => `${term}: ${meaning}.`);
  return [passage.notice];
}
