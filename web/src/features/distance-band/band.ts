/** The distance band of a package; an edge belongs to the nearer band. */
import type { Schemas } from "#api/client.ts";

export type Band = Schemas["DistanceBand"];
export type Package = Schemas["PackageOut"];

const LONGEST_FT: Record<Band, number> = { close: 25, medium: 50, far: 150 };

export function bandOf({ max_distance_feet }: Package): Band {
  if (max_distance_feet <= LONGEST_FT.close) return "close";
  return max_distance_feet <= LONGEST_FT.medium ? "medium" : "far";
}
