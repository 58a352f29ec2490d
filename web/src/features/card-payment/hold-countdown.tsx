import type { ReactNode } from "react";
import { timeOf } from "#lib/dates.ts";
import { Icon } from "#ui/icon.tsx";
import { Notice } from "#ui/notice.tsx";
import { useNow } from "#ui/use-now.ts";
import { copy } from "./copy.ts";
import { timeLeft } from "./time-left.ts";

type HoldCountdownProps = { until: string | null; chooseAgain: ReactNode };

/** Countdown of the hold; when it has expired, says what that means. */
export function HoldCountdown({ until, chooseAgain }: HoldCountdownProps) {
  const now = useNow(1000);
  const left = until ? timeLeft(until, now) : null;

  if (!until || !left)
    return (
      <Notice tone="warning" title={copy.holdOver} action={chooseAgain}>
        {copy.holdOverText}
      </Notice>
    );
  return (
    <p className="grid max-w-none grid-cols-[auto_1fr_auto] items-center gap-3 rounded-md bg-emphasis-surface px-5 py-3 font-semibold">
      <Icon className="text-emphasis" name="clock" />
      <span>
        {copy.hold} <span className="font-normal">{copy.holdUntil(timeOf(until))}</span>
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
