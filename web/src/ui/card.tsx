import type { ReactNode } from "react";

const TONES = {
  plain: "border-line bg-surface-raised",
  sunken: "border-transparent bg-surface-sunken",
  night: "on-night border-line",
  lifted: "grid gap-2 border-transparent bg-surface-raised shadow-md",
};

type CardProps = { tone?: keyof typeof TONES | undefined; children: ReactNode };

export function Card({ tone = "plain", children }: CardProps) {
  return (
    <div className={`rounded-md border p-[clamp(1.25rem,1rem+1.5vw,2rem)] ${TONES[tone]}`}>
      {children}
    </div>
  );
}
