import type { NextAction } from "#api/staff-orders.ts";
import { Icon } from "#ui/icon.tsx";

/** Label of the next action: prominent when it waits for staff, plain when for somebody else. */
export function NextTag({ step }: { step: NextAction }) {
  const { text, icon, name } = step.waits_for === "staff" ? OURS : OTHERS;
  return (
    <span className={`inline-flex items-start gap-1.5 leading-[1.35] ${text}`}>
      <Icon className={`mt-[0.1em] ${icon}`} name={name} size="sm" />
      {step.title}
    </span>
  );
}

const OURS = {
  text: "font-semibold text-ink",
  icon: "rounded-full bg-glow text-glow-ink",
  name: "arrow-right",
} as const;
const OTHERS = { text: "text-quiet", icon: "", name: "clock" } as const;
