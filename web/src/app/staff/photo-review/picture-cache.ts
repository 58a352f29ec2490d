/** Object URLs of pictures, limited to the most recent ones: evicted pictures are revoked. */

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
