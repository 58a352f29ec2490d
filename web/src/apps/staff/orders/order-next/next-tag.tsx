import type { NextAction } from "#lib/api/staff-orders.ts";
import { Icon } from "#ui/icon.tsx";
import "./next.css";

/** What to do next, in a few words: strong where it waits for us, quiet where for somebody else. */
export const NextTag = ({ step }: { step: NextAction }) => (
  <span className="next-tag" data-waits-for={step.waits_for}>
    <Icon name={step.waits_for === "staff" ? "arrow-right" : "clock"} size="sm" />
    {step.title}
  </span>
);
