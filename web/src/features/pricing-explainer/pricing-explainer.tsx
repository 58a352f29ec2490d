import { Button } from "#ui/button.tsx";
import { Modal } from "#ui/modal.tsx";
import { copy } from "./copy.ts";
import "./pricing-explainer.css";

type PricingExplainerProps = { open: boolean; onClose: () => void };

/** Modal that explains where each price line comes from and what may still change it (HOME-06). */
export function PricingExplainer({ open, onClose }: PricingExplainerProps) {
  return (
    <Modal open={open} onClose={onClose} title={copy.title}>
      <dl className="pricing-explainer">
        {copy.parts.map((part) => (
          <div key={part.title}>
            <dt>{part.title}</dt>
            <dd>{part.text}</dd>
          </div>
        ))}
      </dl>
      <div className="pricing-explainer__part">
        <h3>{copy.changesTitle}</h3>
        <ul>
          {copy.changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      </div>
      <div className="pricing-explainer__part">
        <h3>{copy.feeTitle}</h3>
        <p>{copy.fee}</p>
      </div>
      <Button variant="outline" onClick={onClose}>
        {copy.close}
      </Button>
    </Modal>
  );
}
