import { search_example, state, state_code } from "@market/place.json";
import { useState } from "react";
import { m } from "#paraglide/messages.js";
import { buttonLook } from "#ui/button.tsx";
import { useIsHydrated } from "#ui/hydration.ts";
import { TextField } from "#ui/text-field.tsx";
import { VisuallyHidden } from "#ui/visually-hidden.tsx";

type CoverageListProps = {
  regions: readonly Region[];
  selected: string | null;
  onSelect: (zipCode: string) => void;
};

/** ZIP codes by region, five per region until expanded, with a search (COVMAP-02). */
export function CoverageList({ regions, selected, onSelect }: CoverageListProps) {
  const [search, setSearch] = useState("");
  const matches = filterRegions(regions, search);

  return (
    <div className="@container grid gap-4">
      <TextField
        label={m.coverage_list_search()}
        className="max-w-112 noscript:hidden"
        name="coverage-search"
        hint={m.coverage_list_search_hint({ example: search_example })}
        type="search"
        autoComplete="off"
        value={search}
        onChange={setSearch}
      />
      <p className="text-sm text-quiet empty:hidden" role="status">
        {search.trim() !== "" &&
          (matches.length > 0
            ? m.coverage_list_count({ regions: matches.length })
            : m.coverage_list_none({ search: search.trim() }))}
      </p>
      {search.trim() !== "" && matches.length === 0 && (
        <p>
          {m.coverage_list_none_help()} <a href="/#quote">{m.coverage_list_none_check()}</a>
        </p>
      )}
      <div className="grid gap-x-10 @min-[40rem]:grid-cols-2 @min-[68rem]:grid-cols-3">
        {matches.map((region) => (
          <RegionPart key={region.name} region={region} selected={selected} onSelect={onSelect} />
        ))}
      </div>
    </div>
  );
}

const ZIP =
  "grid min-h-target w-full place-items-center rounded-sm border p-0 text-sm tabular-nums transition-colors";
const ZIP_LOOKS = {
  selected: "border-emphasis bg-emphasis-surface font-semibold",
  other: "border-line bg-surface hover:border-line-strong",
};

type RegionPartProps = {
  region: Region;
  selected: string | null;
  onSelect: (zipCode: string) => void;
};

// It unfolds without a script.
function RegionPart({ region: { name, zipCodes }, ...list }: RegionPartProps) {
  return (
    <section className="grid content-start justify-items-start gap-2 border-t border-line py-4">
      <h3 className="flex w-full items-baseline justify-between gap-4 text-md">
        {name}{" "}
        <span className="text-sm font-normal text-quiet">
          {m.coverage_list_zips({ count: zipCodes.length })}
        </span>
      </h3>
      <ZipCodes zipCodes={zipCodes.slice(0, FIRST_SHOWN)} {...list} />
      {zipCodes.length > FIRST_SHOWN && (
        <details className="group flex w-full flex-col open:gap-2">
          <summary
            className={`order-1 list-none self-start [&::-webkit-details-marker]:hidden ${buttonLook("link", "flush-sm")}`}
          >
            <span className="group-open:hidden">{m.coverage_list_view_all()}</span>
            <span className="hidden group-open:inline">{m.coverage_list_show_less()}</span>
            <VisuallyHidden> {name}</VisuallyHidden>
          </summary>
          <ZipCodes zipCodes={zipCodes.slice(FIRST_SHOWN)} {...list} />
        </details>
      )}
    </section>
  );
}

type ZipCodesProps = Omit<RegionPartProps, "region"> & { zipCodes: readonly string[] };

/** ZIP codes; hydrated, each is shown on the map by a press. */
function ZipCodes({ zipCodes, selected, onSelect }: ZipCodesProps) {
  const isAwake = useIsHydrated();

  return (
    <ul className="grid w-full grid-cols-5 gap-1.5">
      {zipCodes.map((zipCode) => (
        <li key={zipCode}>
          {isAwake ? (
            <button
              type="button"
              className={`cursor-pointer ${ZIP} ${ZIP_LOOKS[zipCode === selected ? "selected" : "other"]}`}
              aria-pressed={zipCode === selected}
              onClick={() => onSelect(zipCode)}
            >
              {zipCode}
              <VisuallyHidden> {m.coverage_list_on_map()}</VisuallyHidden>
            </button>
          ) : (
            <span className={`${ZIP} ${ZIP_LOOKS.other}`}>{zipCode}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

export type Region = {
  name: string;
  zipCodes: string[];
  /** City and county of each ZIP code; only the server's regions have them, for the search. */
  places?: Record<string, string>;
};
type CoveredZip = { zip_code: string; region: string; city?: string; county?: string };

const FIRST_SHOWN = 5;

/** Group rows by region, both sorted. */
export function regionsFrom(rows: readonly CoveredZip[]): Region[] {
  const names = [...new Set(rows.map(({ region }) => region))].sort();
  return names.map((name) => {
    const inside = rows.filter(({ region }) => region === name);
    const places = inside.flatMap(({ zip_code, city, county }) =>
      city ? [[zip_code, `${city}, ${county} county`.toLowerCase()] as const] : [],
    );
    return {
      name,
      zipCodes: inside.map(({ zip_code }) => zip_code).sort(),
      ...(places.length > 0 && { places: Object.fromEntries(places) }),
    };
  });
}

/**
 * Keep regions whose name matches whole, and of the others only the ZIP codes that match, by
 * themselves or by their city or county (A11Y-01.6).
 */
export function filterRegions(regions: readonly Region[], search: string): Region[] {
  const query = withoutState(search.trim().toLowerCase());
  if (query === "") return [...regions];
  const { town, zip: typedZip } = townAndZip(query);
  const isMatch = (zip: string, places: Region["places"]) => {
    if (zip.includes(query) || places?.[zip]?.includes(query)) return true;
    return typedZip !== "" && zip.startsWith(typedZip) && isIn(town, places?.[zip]);
  };
  return regions
    .map((region) =>
      region.name.toLowerCase().includes(query)
        ? region
        : { ...region, zipCodes: region.zipCodes.filter((zip) => isMatch(zip, region.places)) },
    )
    .filter(({ zipCodes }) => zipCodes.length > 0);
}

// "Katy 77450" and "Katy, TX 77450": a town before its ZIP code or the beginning of one.
function townAndZip(query: string): { town: string; zip: string } {
  const [, town = "", zip = ""] = /^(.*\D)[\s,]+(\d{1,5})(?:-\d{0,4})?$/.exec(query) ?? [];
  return { town: withoutState(town), zip };
}

const STATE = new RegExp(`[\\s,]+(?:${state_code}|${state})[\\s,]*$`, "i");
const withoutState = (text: string) => text.replace(STATE, "").replace(/[\s,]+$/, "");

// In the static list towns are unknown: there the ZIP code decides.
const isIn = (town: string, place: string | undefined) => !place || place.startsWith(town);

export const countZips = (regions: readonly Region[]): number =>
  regions.reduce((sum, { zipCodes }) => sum + zipCodes.length, 0);

export const regionOf = (regions: readonly Region[], zipCode: string): string | null =>
  regions.find(({ zipCodes }) => zipCodes.includes(zipCode))?.name ?? null;
