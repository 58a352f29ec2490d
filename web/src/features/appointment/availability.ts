import { useQuery } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "#api/client.ts";
import type { Key } from "#api/query-keys.ts";

export type Availability = Schemas["AvailabilityOut"];
export type Day = Availability["days"][number];
export type DayWindow = Day["windows"][number];
export type ClosedWindow = Day["closed_windows"][number];

const FRESH_MS = 30_000; // other visitors reserve meanwhile; the server decides

/** Days that can be reserved, from today to the last one offered, and why the others cannot. */
export const useAvailability = () =>
  useQuery({
    queryKey: ["availability"] satisfies Key,
    queryFn: () => unwrap(api.GET("/api/availability")),
    staleTime: FRESH_MS,
    refetchOnWindowFocus: true,
  });
