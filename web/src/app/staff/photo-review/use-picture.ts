import { useEffect, useState } from "react";
import { staffFile } from "#api/staff.ts";
import { PictureCache } from "./picture-cache.ts";

// Loaded with the staff session: a plain image URL could not carry the token.
type Picture = { src: string | null; failure: unknown };

const EMPTY: Picture = { src: null, failure: null };
const LARGE_ONES = 4; // the one shown, its neighbors and the previous one
const SMALL_ONES = 60;

const large = new PictureCache((path) => staffFile(path), LARGE_ONES);
const small = new PictureCache((path) => staffFile(path), SMALL_ONES);

export const useLargePicture = (path: string | null) => usePicture(large, path);
export const useSmallPicture = (path: string | null) => usePicture(small, path);

/** Load a large picture ahead, so that it is there when needed. */
export function prefetchPictures(path: string | null | undefined): void {
  if (path) large.get(path).catch(() => {});
}

export function releasePictures(): void {
  large.clear();
  small.clear();
}

function usePicture(cache: PictureCache, path: string | null): Picture {
  const [shown, setShown] = useState<Picture & { path: string | null }>({ ...EMPTY, path });

  useEffect(() => {
    if (path === null) return;
    let isLeft = false;
    cache.get(path).then(
      (src) => isLeft || setShown({ path, src, failure: null }),
      (failure: unknown) => isLeft || setShown({ path, src: null, failure }),
    );
    return () => {
      isLeft = true;
    };
  }, [cache, path]);

  return shown.path === path ? shown : EMPTY;
}
