/** How many text messages a text is billed as. The server counts again, and refuses more than two. */

const GSM =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
const COUNTED_TWICE = "^{}\\[~]|€";
// Typographic signs are sent as plain ones.
const PLAIN = "‘’“”–—…\u00a0\t`·•";

export function segmentsOf(text: string): number {
  const signs = [...text];
  const isGsm = signs.every((sign) => `${GSM}${COUNTED_TWICE}${PLAIN}`.includes(sign));
  if (!isGsm) return text.length <= 70 ? 1 : Math.ceil(text.length / 67);
  const length = signs.reduce(
    (sum, sign) => sum + (sign === "…" ? 3 : COUNTED_TWICE.includes(sign) ? 2 : 1),
    0,
  );
  return length <= 160 ? 1 : Math.ceil(length / 153);
}
