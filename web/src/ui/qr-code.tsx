import { encode } from "uqr";

type QrCodeProps = { text: string; label: string };

/** A QR code. Its encoder is large: load this lazily. */
export function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: "M", border: 2 });
  const dark = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );

  return (
    <svg
      className="block size-full bg-surface-raised fill-ink forced-color-adjust-none"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={dark.join("")} />
    </svg>
  );
}
