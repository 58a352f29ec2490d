import { useQuery } from "@tanstack/react-query";
import { type BoardDay, staffOrders } from "#api/staff-orders.ts";
import { shortDay } from "#lib/dates.ts";
import { TextField } from "#ui/text-field.tsx";
import { LoadedPart } from "../actions/loaded-part.tsx";
import { Chip } from "../chip.tsx";
import { visitWords as words } from "./copy.ts";

const WEEKS = 6;
const CHIPS = 8;

type DayChooserProps = {
  day: string;
  error: string | undefined;
  onDay: (day: string) => void;
};

/** A day with a free crew: one of the next ones, or any other by date. */
export function DayChooser({ day, error, onDay }: DayChooserProps) {
  const board = useQuery({
    queryKey: ["board", "coming", WEEKS],
    queryFn: () => staffOrders.comingDays(WEEKS * 7),
  });
  return (
    <LoadedPart query={board}>
      {({ days, today }) => (
        <>
          <fieldset className="flex flex-wrap gap-1.5">
            <legend className="text-sm leading-[1.4] font-semibold">{words.freeDays}</legend>
            {days
              .filter((one) => one.day > today && !one.is_weekday_off && freeOn(one) > 0)
              .slice(0, CHIPS)
              .map((one) => (
                <Chip key={one.day} isChosen={one.day === day} onClick={() => onDay(one.day)}>
                  {shortDay(one.day)}
                </Chip>
              ))}
          </fieldset>
          <TextField
            size="sm"
            label={words.otherDay}
            name="day"
            type="date"
            min={today}
            value={day}
            onChange={onDay}
            hint={hintOf(days.find((one) => one.day === day))}
            error={error}
          />
        </>
      )}
    </LoadedPart>
  );
}

const freeOn = ({ crews, jobs }: BoardDay): number =>
  crews - jobs.filter(({ crew_no }) => crew_no !== null).length;

function hintOf(day: BoardDay | undefined): string | undefined {
  if (!day) return undefined;
  if (day.crews === 0) return words.closed(day.reason);
  const free = freeOn(day);
  if (free <= 0) return words.full;
  return day.is_weekday_off ? words.freeOnDayOff(free) : words.free(free);
}
