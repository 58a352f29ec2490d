import { metro } from "@market/company.json";
import outages from "@market/outages.json";
import { backupPower } from "#content/backup-power.ts";
import { longDay } from "#lib/dates.ts";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import { Sources } from "#site/sources.tsx";
import { Button } from "#ui/button.tsx";
import { ScrollRegion } from "#ui/scroll-region.tsx";

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
        <ScrollRegion className="mt-6 overflow-x-auto" aria-labelledby="compared">
          <Comparison />
        </ScrollRegion>
      </div>
      <p>
        <Button variant="cta-green" size="lg" href={paths.wizard.address}>
          {m.coverage_check_submit()}
        </Button>
      </p>
    </div>
  );
}

const CELL = "border-t border-line py-4 pe-6 text-start align-top font-normal";

function Comparison() {
  return (
    <table className="w-full min-w-160 border-collapse">
      <thead>
        <tr>
          <td />
          {[m.outages_portable(), m.outages_battery(), m.outages_standby()].map((way) => (
            <th className="py-2 pe-6 text-start font-semibold" key={way} scope="col">
              {way}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {backupPower.map(({ name, facts }) => (
          <tr key={name}>
            <th className={`${CELL} font-semibold`} scope="row">
              {name}
            </th>
            {facts.map(({ text, source }) => (
              <td className={CELL} key={text}>
                {text}
                {source && <Sources sources={[source]} />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
