/** The catalog's generators, for the application; islands fetch them without a query library. */

import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "#api/client.ts";
import type { Key } from "#api/query-keys.ts";
import { toGeneratorOption } from "#business/generator-option.ts";

/** Generators of the catalog as the visitor sees them, the smallest first. */
export const useGenerators = () =>
  useQuery({
    queryKey: ["generators"] satisfies Key,
    queryFn: () => unwrap(api.GET("/api/generators")).catch(failed),
    select: (rows) => rows.map(toGeneratorOption),
    staleTime: Number.POSITIVE_INFINITY,
  });

// Message as specified (ERR-01.6).
function failed(reason: Error): never {
  throw new Error(`Failed to fetch generators: ${reason.message}`, { cause: reason });
}
