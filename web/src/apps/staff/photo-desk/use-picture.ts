import { useEffect, useState } from "react";
import { staffFile } from "#lib/api/staff.ts";
import { PictureCache } from "./picture-cache.ts";

/** As the signed-in member of staff sees it: no address in the page would carry the token. */
type Picture = { src: string | null; failure: unknown };

const NOTHING: Picture = { src: null, failure: null };
const LARGE_ONES = 4; // the one looked at, its neighbours and the last
const SMALL_ONES = 60;

const large = new PictureCache((path) => staffFile(path), LARGE_ONES);
const small = new PictureCache((path) => staffFile(path), SMALL_ONES);

export const useLargePicture = (path: string | null) => usePicture(large, path);
export const useSmallPicture = (path: string | null) => usePicture(small, path);

/** So that the next one is there when it is asked for. */
export function prefetchPictures(path: string | null | undefined): void {
  if (path) large.get(path).catch(() => {});
}

export function releasePictures(): void {
  large.clear();
  small.clear();
}

function usePicture(shelf: PictureCache, path: string | null): Picture {
  const [shown, setShown] = useState<Picture & { path: string | null }>({ ...NOTHING, path });

  useEffect(() => {
    if (path === null) return;
    let isLeft = false;
    shelf.get(path).then(
      (src) => isLeft || setShown({ path, src, failure: null }),
      (failure: unknown) => isLeft || setShown({ path, src: null, failure }),
    );
    return () => {
      isLeft = true;
    };
  }, [shelf, path]);

  return shown.path === path ? shown : NOTHING;
}
