import { bandInWords } from "#business/bands.ts";
import { company } from "#content/company.ts";
import type { LineName } from "./receipt.ts";

export const copy = {
  code: "Receipt code",
  codeHint: "16 letters and digits, on your proposal and in your booking. Case does not matter.",
  codeMissing: "Please enter the code from your receipt.",
  check: "Check the price",
  checking: "Checking...",
  loading: "Looking up the receipt...",

  missingTitle: "No price was promised under this code",
  missing: "Please compare it with the one on your paper.",
  tooOftenTitle: "Too many codes in a short time",
  tooOften: "Please wait a minute and try again.",
  failedTitle: "The check did not work",
  failed: "We could not reach the server. Please try again.",
  tryAgain: "Try again",

  validTitle: "This price is genuine",
  valid: (day: string) =>
    `We signed it on ${day}, and nothing in it has been changed since: not by you, not by us.`,
  invalidTitle: "The signature does not fit",
  invalid: `What you see here is not what we signed. Do not rely on it, and please call us at ${company.phone}.`,
  newerTitle: "There is a newer version",
  newer: (number: number) => `This is version ${number}. A later one took its place:`,
  toLatest: "See the newest version",

  price: "What was promised",
  version: (number: number) => `Version ${number}`,
  locked: "Locked price",
  promised: "Promised, not yet locked",
  lockedNote: "The photos confirmed the distance. This price holds.",
  promisedNote:
    "It becomes final when photos confirm the distance. It goes down if the run is shorter, and up only with the customer’s approval.",
  place: "Place",
  placeOf: (city: string, zip: string) => [city, `TX ${zip}`].filter(Boolean).join(", "),
  distance: "Distance",
  bands: bandInWords,
  confirmed: (feet: number) => `${feet} ft, confirmed`,
  issued: "Issued",
  receipt: "Receipt",
  names: {
    installation_cents: "Installation",
    generator_cents: "Generator",
    permit_cents: "Permit",
    sales_tax_cents: "Sales tax",
    discount_cents: "Discount",
    total_cents: "Total",
  } satisfies Record<LineName, string>,

  chain: "Every version of this price",
  chainNote: "Each version names the one before it, so none can be taken out quietly.",
  first: "The first promise.",
  shown: "shown above",
  fromTo: (name: string, before: string, after: string) => `${name}: ${before}, now ${after}`,

  proof: "Check it yourself, without us",
  proofLead:
    "The receipt is signed with Ed25519 (RFC 8032). Whoever has the public key can tell whether the text below is exactly what we signed. Nothing of it names a person or a street.",
  inBrowser: "Check the signature in this browser",
  inBrowserTrue: "Your browser checked it: text, signature and key fit together.",
  inBrowserFalse: "Your browser checked it: they do not fit together.",
  inBrowserUnable: "This browser cannot check Ed25519 signatures. The commands below can.",
  signedText: "Signed text",
  signature: "Signature, base64",
  publicKey: "Public key, base64",
  commands: "With OpenSSL 3, in any shell",
} as const;

type Signed = { text: string; signature: string; publicKey: string };

/**
 * Commands for any shell. OpenSSL needs the key as DER: a fixed prefix (RFC 8410), then the 32
 * bytes.
 */
export const opensslCommands = ({ text, signature, publicKey }: Signed): string =>
  [
    `cat > receipt.txt <<'END'\n${text}END`,
    `(printf '\\060\\052\\060\\005\\006\\003\\053\\145\\160\\003\\041\\000'; echo '${publicKey}' | base64 -d) > key.der`,
    `echo '${signature}' | base64 -d > receipt.sig`,
    "openssl pkeyutl -verify -pubin -keyform DER -inkey key.der -rawin -in receipt.txt -sigfile receipt.sig",
  ].join("\n");
