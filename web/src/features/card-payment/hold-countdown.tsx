import type { ReactNode } from "react";
import { timeOf } from "#lib/dates.ts";
import { m } from "#paraglide/messages.js";
import { Icon } from "#ui/icon.tsx";
import { Notice } from "#ui/notice.tsx";
import { useNow } from "#ui/use-now.ts";

type HoldCountdownProps = { until: string | null; chooseAgain: ReactNode };

/** Countdown of the hold; when it has expired, says what that means. */
export function HoldCountdown({ until, chooseAgain }: HoldCountdownProps) {
  const now = useNow(1000);
  const left = until ? timeLeft(until, now) : null;

  if (!until || !left)
    return (
      <Notice tone="warning" title={m.hold_ended()} action={chooseAgain}>
        {m.card_payment_hold_over_text()}
      </Notice>
    );
  return (
    <p className="grid max-w-none grid-cols-[auto_1fr_auto] items-center gap-3 rounded-md bg-emphasis-surface px-5 py-3 font-semibold">
      <Icon className="text-emphasis" name="clock" />
      <span>
        {m.card_payment_hold()}{" "}
        <span className="font-normal">{m.card_payment_hold_until({ time: timeOf(until) })}</span>
      </span>
      <span
        className="text-xl leading-[1.2] text-emphasis tabular-nums"
        role="timer"
        aria-live="off"
      >
        {left}
      </span>
    </p>
  );
}

/** Time left of a hold as "34:07"; null when it has expired. */
export function timeLeft(until: string, now: number): string | null {
  const seconds = Math.ceil((Date.parse(until) - now) / 1000);
  if (!(seconds > 0)) return null;
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}
