import { m } from "#paraglide/messages.js";

/**
 * The place of the line "Next open day: Tue, Dec 8". Static: it keeps its height, unseen, until
 * `showNextOpenDay` knows the day.
 */
export const NextOpenDay = ({ className = "" }: { className?: string }) => (
  <p className={`invisible ${className}`} data-next-open-day="">
    {m.next_open_day()} <strong />
  </p>
);
