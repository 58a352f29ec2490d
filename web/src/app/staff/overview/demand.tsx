import { lazy, Suspense, useMemo, useState } from "react";
import { Link } from "wouter";
import type { GeoJsonObject, MapPoint } from "#features/coverage-map/map-drawing.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { Part } from "../shell/screen.tsx";
import { Cell, MetricTable, RowHead, rowsOf } from "./metrics.tsx";
import type { Overview } from "./use-overview.ts";

type DemandRow = Overview["demand"][number];
type DemandProps = { demand: readonly DemandRow[]; periodQuery: string };

const SHOWN_FIRST = 12;

const DemandMap = lazy(async () => {
  const { DemandMap: Drawn } = await import("#features/coverage-map/demand-map.tsx");
  return { default: Drawn };
});

/** Unmet demand by ZIP code: a table, and on the map those with a location. */
export function Demand({ demand, periodQuery }: DemandProps) {
  const [isWhole, setWhole] = useState(false);
  const points = useMemo(() => demand.flatMap(pointOf), [demand]);
  const shown = isWhole ? demand : demand.slice(0, SHOWN_FIRST);
  const unplaced = demand.filter(({ zip_code }) => zip_code !== "").length - points.length;

  return (
    <Part id="demand" title={m.staff_overview_demand()}>
      {demand.length === 0 && <p>{m.staff_overview_no_demand()}</p>}
      {demand.length > 0 && <Table demand={shown} periodQuery={periodQuery} />}
      {shown.length < demand.length && (
        <Button variant="outline" size="sm" onClick={() => setWhole(true)}>
          {m.staff_overview_all_demand({ count: demand.length })}
        </Button>
      )}
      {points.length > 0 && (
        <Suspense fallback={<Spinner label={m.staff_loading()} />}>
          <DemandMap points={points} loadBasemap={loadCounties} />
        </Suspense>
      )}
      {unplaced > 0 && (
        <p className="text-xs text-quiet">{m.staff_overview_unplaced({ count: unplaced })}</p>
      )}
    </Part>
  );
}

const Table = ({ demand, periodQuery }: DemandProps) => (
  <MetricTable
    columns={[m.staff_overview_zip(), m.staff_overview_searches(), m.staff_overview_requests()]}
  >
    {demand.map(({ zip_code, searches, requests }) => {
      const ofZip = `${periodQuery}&zip=${zip_code}`;
      return (
        <tr key={zip_code}>
          <RowHead>{zip_code || m.staff_no_zip()}</RowHead>
          <Cell>
            {searches > 0 ? <Link href={rowsOf("searches", ofZip)}>{searches}</Link> : searches}
          </Cell>
          <Cell>
            {requests > 0 ? <Link href={rowsOf("requests", ofZip)}>{requests}</Link> : requests}
          </Cell>
        </tr>
      );
    })}
  </MetricTable>
);

function pointOf({ zip_code, searches, requests, lat, lon }: DemandRow): MapPoint[] {
  if (lat === null || lon === null) return [];
  const words = m.staff_overview_point({ zip: zip_code, searches, requests });
  return [{ lat, lon, words, weight: searches + requests }];
}

// The same file that the server draws its map pictures from.
async function loadCounties(): Promise<GeoJsonObject> {
  const { default: counties } = await import("@market/coverage_counties.geojson?raw");
  return JSON.parse(counties);
}
