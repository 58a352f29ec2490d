import { dayWords as words } from "./copy.ts";
import type { Day } from "./simulate-day.ts";

// The chart as a table, for screen readers.
export function DayTable({ day }: { day: Day }) {
  return (
    <details className="outage-day__table">
      <summary>{words.table}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="outage-day__scroll" aria-label={words.table} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{words.hour}</th>
              {day.rows.map((row) => (
                <th scope="col" key={row.id}>
                  {row.name}
                </th>
              ))}
              <th scope="col">{words.drawn}</th>
            </tr>
          </thead>
          <tbody>
            {day.usedKw.map((kw, hour) => (
              <tr key={words.between(hour)}>
                <th scope="row">{words.between(hour)}</th>
                {day.rows.map((row) => (
                  <td key={row.id}>{words[row.hours[hour] ?? "rests"]}</td>
                ))}
                <td>{kw.toFixed(1)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
