import type { ReactNode } from "react";
import "./quick.css";

export function Quick({ children }: { children: ReactNode }) {
  return (
    <section className="quick page" id="quick-answer">
      {children}
    </section>
  );
}
