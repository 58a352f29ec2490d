import type { ReactNode } from "react";

export function Specimen({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="border-t border-line py-8">
      <h3 className="mb-6 text-sm text-quiet">{name}</h3>
      <div className="grid gap-4">{children}</div>
    </section>
  );
}
