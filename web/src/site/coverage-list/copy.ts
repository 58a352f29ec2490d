export const copy = {
  search: "Region or ZIP code",
  searchHint: "For example Katy’s 77494, or Northwest",
  none: (search: string) => `No coverage areas found matching "${search}"`,
  found: (regions: number) => (regions === 1 ? "1 region" : `${regions} regions`),
  zips: (count: number) => (count === 1 ? "1 ZIP code" : `${count} ZIP codes`),
  viewAll: "View All",
  showLess: "Show Less",
  onMap: "on the map",
} as const;
