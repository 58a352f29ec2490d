import type { NextAction } from "#api/staff-orders.ts";
import { Icon } from "#ui/icon.tsx";
import "./next.css";

/** Label of the next action: prominent when it waits for staff, plain when for somebody else. */
export const NextTag = ({ step }: { step: NextAction }) => (
  <span className="next-tag" data-waits-for={step.waits_for}>
    <Icon name={step.waits_for === "staff" ? "arrow-right" : "clock"} size="sm" />
    {step.title}
  </span>
);
