import { ScrollRegion } from "#ui/scroll-region.tsx";
import { dayWords as words } from "./copy.ts";
import type { Day } from "./simulate-day.ts";

const CELL = "border-b border-line py-1.5 pr-3 pl-0 text-start whitespace-nowrap";

// The chart as a table, for screen readers.
export function DayTable({ day }: { day: Day }) {
  return (
    <details>
      <summary className="flex min-h-target items-center font-semibold underline decoration-1 underline-offset-[0.25em]">
        {words.table}
      </summary>
      <ScrollRegion className="overflow-x-auto" aria-label={words.table}>
        <table className="border-collapse text-sm tabular-nums">
          <thead>
            <tr>
              <th className={CELL} scope="col">
                {words.hour}
              </th>
              {day.rows.map((row) => (
                <th className={CELL} scope="col" key={row.id}>
                  {row.name}
                </th>
              ))}
              <th className={CELL} scope="col">
                {words.drawn}
              </th>
            </tr>
          </thead>
          <tbody>
            {day.usedKw.map((kw, hour) => (
              <tr key={words.between(hour)}>
                <th className={CELL} scope="row">
                  {words.between(hour)}
                </th>
                {day.rows.map((row) => (
                  <td className={CELL} key={row.id}>
                    {words[row.hours[hour] ?? "rests"]}
                  </td>
                ))}
                <td className={CELL}>{kw.toFixed(1)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </details>
  );
}
