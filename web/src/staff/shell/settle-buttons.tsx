import { useSettleLikelyStop } from "#api/staff-waits.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { StaffProblem } from "./screen.tsx";

/** Whether a text was an opt-out: texts to its number are paused until one of these is pressed. */
export function SettleButtons({ id, name }: { id: number; name: string }) {
  const settling = useSettleLikelyStop();
  const { isPending, variables } = settling;
  const choices = [
    [true, m.staff_waits_settle_yes(), m.staff_waits_settle_yes_of({ name })],
    [false, m.staff_waits_settle_no(), m.staff_waits_settle_no_of({ name })],
  ] as const;
  return (
    <span className="flex flex-wrap gap-2">
      {choices.map(([is_opt_out, label, of]) => (
        <Button
          key={label}
          variant="outline"
          size="sm"
          busy={isPending && variables.body.is_opt_out === is_opt_out}
          aria-label={of}
          onClick={() => settling.mutate({ path: { message_id: id }, body: { is_opt_out } })}
        >
          {label}
        </Button>
      ))}
      {settling.error !== null && <StaffProblem problem={settling.error} />}
    </span>
  );
}
