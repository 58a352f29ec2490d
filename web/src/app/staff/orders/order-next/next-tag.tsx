import type { NextAction } from "#api/staff-orders.ts";
import { Icon } from "#ui/icon.tsx";
import "./next.css";

/** Label of the next action: prominent when it waits for staff, plain when for somebody else. */
export const NextTag = ({ step }: { step: NextAction }) => (
  <span className="next-tag group" data-waits-for={step.waits_for}>
    <Icon
      className="mt-[0.1em] group-data-[waits-for=staff]:rounded-full group-data-[waits-for=staff]:bg-glow group-data-[waits-for=staff]:text-glow-ink"
      name={step.waits_for === "staff" ? "arrow-right" : "clock"}
      size="sm"
    />
    {step.title}
  </span>
);
