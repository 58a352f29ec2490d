import { useState } from "react";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/text-field.tsx";
import { VisuallyHidden } from "#ui/visually-hidden.tsx";
import { copy } from "./copy.ts";
import { FIRST_SHOWN, filterRegions, type Region } from "./regions.ts";
import { useIsHydrated } from "./use-is-awake.ts";
import "./coverage-list.css";

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
    <div className="coverage-list">
      <TextField
        label={copy.search}
        className="max-w-112 noscript:hidden"
        name="coverage-search"
        hint={copy.searchHint}
        type="search"
        autoComplete="off"
        value={search}
        onChange={setSearch}
      />
      <p className="coverage-list__found" role="status">
        {search.trim() !== "" &&
          (matches.length > 0 ? copy.found(matches.length) : copy.none(search.trim()))}
      </p>
      <div className="coverage-list__regions">
        {matches.map((region) => (
          <RegionPart key={region.name} region={region} selected={selected} onSelect={onSelect} />
        ))}
      </div>
    </div>
  );
}

type RegionPartProps = {
  region: Region;
  selected: string | null;
  onSelect: (zipCode: string) => void;
};

// The static HTML lists all ZIP codes; the list folds to five after hydration.
function RegionPart({ region: { name, zipCodes }, selected, onSelect }: RegionPartProps) {
  const [isOpen, setOpen] = useState(false);
  const isAwake = useIsHydrated();
  const shown = isOpen || !isAwake ? zipCodes : zipCodes.slice(0, FIRST_SHOWN);

  return (
    <section className="coverage-region" data-open={isOpen || undefined}>
      <h3>
        {name} <span>{copy.zips(zipCodes.length)}</span>
      </h3>
      <ul className="coverage-region__zips">
        {shown.map((zipCode) => (
          <li key={zipCode}>
            {isAwake ? (
              <button
                type="button"
                className="coverage-region__zip"
                aria-pressed={zipCode === selected}
                onClick={() => onSelect(zipCode)}
              >
                {zipCode}
                <VisuallyHidden> {copy.onMap}</VisuallyHidden>
              </button>
            ) : (
              <span className="coverage-region__zip">{zipCode}</span>
            )}
          </li>
        ))}
      </ul>
      {zipCodes.length > FIRST_SHOWN && (
        <Button
          variant="link"
          size="flush-sm"
          className="noscript:hidden"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? copy.showLess : copy.viewAll}
          <VisuallyHidden> {name}</VisuallyHidden>
        </Button>
      )}
    </section>
  );
}
