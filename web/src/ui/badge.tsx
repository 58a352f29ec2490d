import type { ReactNode } from "react";
import type { Tone } from "#ui/notice.tsx";
import "./badge.css";

export type BadgeTone = Tone | "quiet";

/** Status label of one or two words. */
export function Badge({ tone = "quiet", children }: { tone?: BadgeTone; children: ReactNode }) {
  return <span className={`badge badge--${tone}`}>{children}</span>;
}
