import { skipToken, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "#lib/api/client.ts";

/** The flat rates for sale, the nearest band first. */
export const usePackages = () =>
  useQuery({
    queryKey: ["installation-packages"],
    queryFn: () => unwrap(api.GET("/api/installation-packages")),
    staleTime: Number.POSITIVE_INFINITY,
  });

const ofPackage = (package_id: number) => ({ params: { path: { package_id } } });

/** What the rate pays for. Asked only when a package is chosen. */
export const useIncludedServices = (packageId: number | null) =>
  useQuery({
    queryKey: ["included-services", packageId],
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

/** What comes with the package at no charge. Asked only when a package is chosen. */
export const useBonusItems = (packageId: number | null) =>
  useQuery({
    queryKey: ["bonus-items", packageId],
    queryFn:
      packageId === null
        ? skipToken
        : () =>
            unwrap(
              api.GET("/api/installation-packages/{package_id}/bonus-items", ofPackage(packageId)),
            ),
    staleTime: Number.POSITIVE_INFINITY,
  });
