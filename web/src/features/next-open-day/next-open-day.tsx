import { m } from "#paraglide/messages.js";

/** The next day that can be reserved; before the script (show-next-open-day.ts), the usual wait. */
export const NextOpenDay = ({ className = "text-quiet" }: { className?: string }) => (
  <p className={`text-sm ${className}`}>
    {m.next_open_day()}{" "}
    <strong className="font-semibold" id="next-open-day">
      {m.next_open_day_usual()}
    </strong>
  </p>
);
