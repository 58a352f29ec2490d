// The same as api/standby/core/contacts.py: what a mail program makes a link of.
const ENDINGS =
  "com|net|org|info|biz|io|co|us|me|ly|cc|tv|ru|cn|tk|uk|de|app|dev|xyz|top|site|online|shop|store|club|link|click|live|icu|win|page|website|space|example";
const SHAPES = new RegExp(
  [
    String.raw`://|\b(?:https?|ftp|mailto|javascript):|\bwww\.|\d{1,3}(?:\.\d{1,3}){3}`,
    String.raw`[\p{L}\p{N}]\.\p{L}{2,24}[/:?#]`,
    String.raw`[\p{L}\p{N}]{2}\.(?:${ENDINGS})(?![\p{L}\p{N}])`,
  ].join("|"),
  "iu",
);

/** Whether a mail program would make a link of a part of a name or address. */
export const hasWebAddress = (text: string): boolean =>
  SHAPES.test(text.normalize("NFKC").replaceAll("\u3002", "."));
