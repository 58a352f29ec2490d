/** Covered ZIP codes grouped by region, and the search over them. */

export type Region = { name: string; zipCodes: string[] };
export type CoveredZip = { zip_code: string; region: string };

export const FIRST_SHOWN = 5;

/** Group rows by region, both sorted. */
export function regionsFrom(rows: readonly CoveredZip[]): Region[] {
  const names = [...new Set(rows.map(({ region }) => region))].sort();
  return names.map((name) => ({
    name,
    zipCodes: rows
      .filter(({ region }) => region === name)
      .map(({ zip_code }) => zip_code)
      .sort(),
  }));
}

/** Keep regions whose name matches whole, and of the others only the ZIP codes that match. */
export function filterRegions(regions: readonly Region[], search: string): Region[] {
  const query = search.trim().toLowerCase();
  if (query === "") return [...regions];
  return regions
    .map((region) =>
      region.name.toLowerCase().includes(query)
        ? region
        : { ...region, zipCodes: region.zipCodes.filter((zip) => zip.includes(query)) },
    )
    .filter(({ zipCodes }) => zipCodes.length > 0);
}

export const countZips = (regions: readonly Region[]): number =>
  regions.reduce((sum, { zipCodes }) => sum + zipCodes.length, 0);

export const regionOf = (regions: readonly Region[], zipCode: string): string | null =>
  regions.find(({ zipCodes }) => zipCodes.includes(zipCode))?.name ?? null;
