import type { ReactNode } from "react";
import { Button } from "#ui/button.tsx";
import { Modal } from "#ui/modal.tsx";
import { copy } from "./copy.ts";

type PricingExplainerProps = { open: boolean; onClose: () => void };

/** Modal that explains where each price line comes from and what may still change it (HOME-06). */
export function PricingExplainer({ open, onClose }: PricingExplainerProps) {
  return (
    <Modal open={open} onClose={onClose} title={copy.title}>
      <dl className="grid">
        {copy.parts.map((part) => (
          <div className="border-t border-line py-4" key={part.title}>
            <dt className="font-semibold">{part.title}</dt>
            <dd className="mt-1 text-base text-quiet">{part.text}</dd>
          </div>
        ))}
      </dl>
      <Part title={copy.changesTitle}>
        <ul className="grid list-disc gap-2 ps-5">
          {copy.changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      </Part>
      <Part title={copy.feeTitle}>
        <p>{copy.fee}</p>
      </Part>
      <Button variant="outline" onClick={onClose}>
        {copy.close}
      </Button>
    </Modal>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid gap-2 rounded-sm bg-surface-sunken p-4 text-base">
      <h3 className="text-base">{title}</h3>
      {children}
    </div>
  );
}
