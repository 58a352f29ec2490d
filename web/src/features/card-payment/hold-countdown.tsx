import { type ReactNode, useEffect, useState } from "react";
import { timeOf } from "#lib/dates.ts";
import { Icon } from "#ui/icon.tsx";
import { Notice } from "#ui/notice.tsx";
import { copy } from "./copy.ts";
import { timeLeft } from "./time-left.ts";
import "./card-payment.css";

type HoldCountdownProps = { until: string | null; chooseAgain: ReactNode };

/** Countdown of the hold; when it has expired, says what that means. */
export function HoldCountdown({ until, chooseAgain }: HoldCountdownProps) {
  const [now, setNow] = useState(Date.now);
  const left = until ? timeLeft(until, now) : null;

  useEffect(() => {
    const tick = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(tick);
  }, []);

  if (!until || !left)
    return (
      <Notice tone="warning" title={copy.holdOver} action={chooseAgain}>
        {copy.holdOverText}
      </Notice>
    );
  return (
    <p className="hold-countdown">
      <Icon className="text-emphasis" name="clock" />
      <span>
        {copy.hold} <span className="hold-countdown__until">{copy.holdUntil(timeOf(until))}</span>
      </span>
      <span className="hold-countdown__left" role="timer" aria-live="off">
        {left}
      </span>
    </p>
  );
}
