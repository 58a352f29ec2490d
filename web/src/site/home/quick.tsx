import type { ReactNode } from "react";

export function Quick({ children }: { children: ReactNode }) {
  return (
    <section className="page py-section" id="quick-answer">
      {children}
    </section>
  );
}
