import type { ReactNode } from "react";
import "./quick.css";

/** Where the quick answer stands on the home page. */
export function Quick({ children }: { children: ReactNode }) {
  return (
    <section className="quick page" id="quick-answer">
      {children}
    </section>
  );
}
