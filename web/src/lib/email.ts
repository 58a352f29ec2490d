/** Email addresses as customers type them; the server reads them alike (core/contacts.py). */

const WHOLE =
  /^[\w!#$%&'*+/=?^`{|}~.-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,10}[a-z0-9-]{2,63}$/i;

/** Whether mail can be sent to it, by its form. */
export function isWholeEmail(text: string): boolean {
  const [name = ""] = text.split("@");
  return WHOLE.test(text) && !/^\.|\.$|\.\./.test(name);
}

// Providers of most mailboxes in Texas, and real ones that look like a slip for one of them. The
// libraries for this bring the same list and are no longer kept, or weigh more than the form.
const COMMON = [
  "gmail.com",
  "yahoo.com",
  "hotmail.com",
  "outlook.com",
  "icloud.com",
  "aol.com",
  "att.net",
  "sbcglobal.net",
  "comcast.net",
  "live.com",
  "msn.com",
  "verizon.net",
  "swbell.net",
  "suddenlink.net",
];
const REAL = [
  "mail.com",
  "email.com",
  "ymail.com",
  "gmx.com",
  "me.com",
  "mac.com",
  "aim.com",
  "q.com",
];

/** "ada@gmail.com" for "ada@gmial.com"; null where the domain looks like no slip. */
export function likelyEmail(text: string): string | null {
  const typed = text.trim();
  const at = typed.lastIndexOf("@");
  const domain = typed.slice(at + 1).toLowerCase();
  if (!isWholeEmail(typed) || COMMON.includes(domain) || REAL.includes(domain)) return null;
  const meant = COMMON.find((each) => isSlip(domain, each));
  return meant ? `${typed.slice(0, at + 1)}${meant}` : null;
}

// One slip of a key; two in a long name.
const isSlip = (typed: string, meant: string) =>
  Math.abs(typed.length - meant.length) <= 2 && slips(typed, meant) <= (meant.length > 8 ? 2 : 1);

/** How many letters were left out, added, changed, or swapped with their neighbor. */
function slips(typed: string, meant: string): number {
  let [before, row] = [[] as number[], Array.from({ length: meant.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= typed.length; i++) {
    const next = [i];
    for (let j = 1; j <= meant.length; j++) {
      const isSame = typed[i - 1] === meant[j - 1];
      const isSwapped = typed[i - 1] === meant[j - 2] && typed[i - 2] === meant[j - 1];
      next[j] = Math.min(
        at(row, j) + 1,
        at(next, j - 1) + 1,
        at(row, j - 1) + (isSame ? 0 : 1),
        isSwapped ? at(before, j - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, row] = [row, next];
  }
  return at(row, meant.length);
}

const at = (row: readonly number[], place: number): number =>
  row[place] ?? Number.POSITIVE_INFINITY;
