import type { ReactNode } from "react";
import "./card.css";

type CardProps = { tone?: "plain" | "sunken" | "night" | undefined; children: ReactNode };

export function Card({ tone = "plain", children }: CardProps) {
  return (
    <div className={tone === "night" ? "card on-night" : `card card--${tone}`}>{children}</div>
  );
}
