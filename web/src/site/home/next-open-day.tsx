import { m } from "#paraglide/messages.js";

/** The next day that can be reserved; before the script (next-open-day.ts), the usual wait. */
export const NextOpenDay = () => (
  <p className="text-sm text-quiet">
    {m.next_open_day()}{" "}
    <strong className="font-semibold text-ink" id="next-open-day">
      {m.next_open_day_usual()}
    </strong>
  </p>
);
