/** The shapes long texts are made of, so that they can be set, printed and searched alike. */

export type Passage =
  | string
  | { list: readonly string[] }
  | { rows: readonly (readonly [term: string, meaning: string])[] }
  | { notice: string };

/** The words alone, for search engines and tests. */
export const plainText = (passages: readonly Passage[]): string =>
  passages.flatMap(sentences).join(" ");

function sentences(passage: Passage): readonly string[] {
  if (typeof passage === "string") return [passage];
  if ("list" in passage) return passage.list;
  if ("rows" in passage) return passage.rows.map(([term, meaning]) => `${term}: ${meaning}.`);
  return [passage.notice];
}
