import type { ReactNode } from "react";

export function Specimen({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="specimen">
      <h3 className="specimen__name">{name}</h3>
      <div className="specimen__body">{children}</div>
    </section>
  );
}
