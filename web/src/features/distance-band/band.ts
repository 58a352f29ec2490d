/** The distance band of a package; an edge belongs to the nearer band. */
import type { Schemas } from "#api/client.ts";
import { type Band, bandFor } from "#business/bands.ts";

export type Package = Schemas["PackageOut"];

export const bandOf = ({ max_distance_feet }: Package): Band => bandFor(max_distance_feet) ?? "far";
