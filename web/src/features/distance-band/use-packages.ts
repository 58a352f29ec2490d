import { skipToken, useQuery } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "#api/client.ts";
import type { Key } from "#api/query-keys.ts";
import { type Band, bandReaching } from "#business/bands.ts";

/** Packages for sale, the nearest band first. */
export const usePackages = () =>
  useQuery({
    queryKey: ["packages"] satisfies Key,
    queryFn: () => unwrap(api.GET("/api/installation-packages")),
    staleTime: Number.POSITIVE_INFINITY,
  });

const ofPackage = (package_id: number) => ({ params: { path: { package_id } } });

/** What the package includes. Loaded only once a package is chosen. */
export const useIncludedServices = (packageId: number | null) =>
  useQuery({
    queryKey: ["included-services", packageId] satisfies Key,
    queryFn:
      packageId === null
        ? skipToken
        : () =>
            unwrap(
              api.GET(
                "/api/installation-packages/{package_id}/included-services",
                ofPackage(packageId),
              ),
            ),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Bonus items at no charge. Loaded only once a package is chosen. */
export const useBonusItems = (packageId: number | null) =>
  useQuery({
    queryKey: ["bonus-items", packageId] satisfies Key,
    queryFn:
      packageId === null
        ? skipToken
        : () =>
            unwrap(
              api.GET("/api/installation-packages/{package_id}/bonus-items", ofPackage(packageId)),
            ),
    staleTime: Number.POSITIVE_INFINITY,
  });

export type Package = Schemas["PackageOut"];

export const bandOf = ({ max_distance_feet }: Package): Band => bandReaching(max_distance_feet);
