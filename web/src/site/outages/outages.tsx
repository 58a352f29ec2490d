import { metro } from "@market/company.json";
import outages from "@market/outages.json";
import { longDay } from "#lib/dates.ts";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import { Sources } from "#site/sources.tsx";
import { backupPower } from "#texts/backup-power.ts";
import { Button } from "#ui/button.tsx";
import { Table } from "#ui/table.tsx";

/** Outages of the area, and what keeps the power on, each figure with its source (FACT-01). */
export function Outages() {
  return (
    <div className="page grid gap-12 pt-10 pb-24 lg:pt-16">
      <header className="grid gap-4">
        <h1>{m.outages_title({ metro })}</h1>
        <p className="text-lg text-quiet">{m.outages_lead()}</p>
      </header>
      <ol className="grid gap-6 md:grid-cols-2">
        {outages.map(({ name, date, customers, customers_source, lasted, lasted_source }) => (
          <li className="grid content-start gap-2 border-t border-line pt-4" key={name}>
            <p className="text-sm text-quiet">{longDay(date)}</p>
            <h2 className="text-xl">{name}</h2>
            <p>
              <strong className="font-semibold">{m.outages_customers({ customers })}</strong>{" "}
              {lasted}
            </p>
            <Sources sources={[customers_source, lasted_source]} />
          </li>
        ))}
      </ol>
      <div className="min-w-0">
        <h2 id="compared">{m.outages_compared_title()}</h2>
        <Comparison />
      </div>
      <p>
        <Button variant="cta-green" size="lg" href={paths.wizard.address}>
          {m.coverage_check_submit()}
        </Button>
      </p>
    </div>
  );
}

const CELL =
  "border-line py-4 pe-6 text-start align-top font-normal md:border-t max-md:block max-md:p-0";

// What we install stands first. Their facts are in another order.
const WAYS = [
  { name: m.outages_standby(), at: 2 },
  { name: m.outages_portable(), at: 0 },
  { name: m.outages_battery(), at: 1 },
] as const;

/** A table; on a phone each of its rows is a list, with each way named beside what is said of it. */
function Comparison() {
  return (
    <Table
      className="mt-6 w-full border-collapse max-md:block"
      headClass="max-md:sr-only"
      bodyClass="max-md:block"
      head={<td />}
      columns={WAYS.map(({ name }) => ({ name, className: "py-2 pe-6 text-start font-semibold" }))}
      aria-labelledby="compared"
    >
      {backupPower.map(({ name, facts }) => (
        <tr
          className="max-md:grid max-md:gap-3 max-md:border-t max-md:border-line max-md:py-4"
          key={name}
        >
          <th className={`${CELL} font-semibold max-md:text-lg`} scope="row">
            {name}
          </th>
          {WAYS.map((way) => {
            const { text, source } = facts[way.at];
            return (
              <td className={CELL} key={way.name}>
                <span className="block text-sm text-quiet md:hidden" aria-hidden="true">
                  {way.name}
                </span>
                {text}
                {source && <Sources sources={[source]} />}
              </td>
            );
          })}
        </tr>
      ))}
    </Table>
  );
}
