import { useQuery } from "@tanstack/react-query";
import { staffFile } from "#api/staff.ts";
import { PictureCache } from "./picture-cache.ts";

// Loaded with the staff session: a plain image URL could not carry the token.
type Picture = { src: string | null; failure: unknown };

const LARGE_ONES = 4; // the one shown, its neighbors and the previous one
const SMALL_ONES = 60;

const large = new PictureCache((path) => staffFile(path), LARGE_ONES);
const small = new PictureCache((path) => staffFile(path), SMALL_ONES);

export const useLargePicture = (path: string | null) => usePicture(large, path);
export const useSmallPicture = (path: string | null) => usePicture(small, path);

export function releasePictures(): void {
  large.clear();
  small.clear();
}

// The cache revokes the addresses it gave out, so that none is kept here once it is not shown.
function usePicture(cache: PictureCache, path: string | null): Picture {
  const { data = null, error } = useQuery({
    queryKey: ["picture", path],
    queryFn: () => cache.get(path ?? ""),
    enabled: path !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  return { src: data, failure: error };
}
