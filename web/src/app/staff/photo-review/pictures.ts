import { useQuery } from "@tanstack/react-query";
import { staffFile } from "#api/staff.ts";

type Fetch = (path: string) => Promise<Blob>;

export class PictureCache {
  readonly #fetch: Fetch;
  readonly #most: number;
  readonly #shown = new Map<string, Promise<string>>();

  constructor(fetch: Fetch, most: number) {
    this.#fetch = fetch;
    this.#most = most;
  }

  /** Object URL of a picture. A failed load is tried again. */
  get(path: string): Promise<string> {
    const cached = this.#shown.get(path);
    if (cached) {
      this.#shown.delete(path);
      this.#shown.set(path, cached);
      return cached;
    }
    const pending = this.#fetch(path).then((file) => URL.createObjectURL(file));
    pending.catch(() => this.#shown.delete(path));
    this.#shown.set(path, pending);
    this.#makeRoom();
    return pending;
  }

  clear(): void {
    for (const path of [...this.#shown.keys()]) this.#putAside(path);
  }

  #makeRoom(): void {
    for (const path of [...this.#shown.keys()].slice(0, -this.#most)) this.#putAside(path);
  }

  #putAside(path: string): void {
    const url = this.#shown.get(path);
    this.#shown.delete(path);
    url?.then(URL.revokeObjectURL, () => {});
  }
}

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

/** Object URLs of pictures, limited to the most recent ones: evicted pictures are revoked. */
