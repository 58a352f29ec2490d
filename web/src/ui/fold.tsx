import type { ReactNode } from "react";
import "./fold.css";

type FoldProps = {
  /** What opens it on a phone. */
  label: string;
  /** Placement of the label only. */
  className?: string | undefined;
  children: ReactNode;
};

/** Content that is folded on a phone and open on wider screens, without a script. */
export const Fold = ({ label, className = "", children }: FoldProps) => (
  <details className="fold">
    <summary className={className}>{label}</summary>
    {children}
  </details>
);
