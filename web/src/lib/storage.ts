/** The browser's memory, and what to do when it is blocked, full or spoiled: carry on without. */

type Shelf = "sessionStorage" | "localStorage";

function read<T>(shelf: Shelf, key: string): T | null {
  try {
    const kept = globalThis[shelf].getItem(key);
    return kept === null ? null : (JSON.parse(kept) as T);
  } catch {
    return null;
  }
}

/** False when it could not be kept. */
function write(shelf: Shelf, key: string, value: unknown): boolean {
  try {
    globalThis[shelf].setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

function remove(shelf: Shelf, key: string): void {
  try {
    globalThis[shelf].removeItem(key);
  } catch {
    // Blocked storage keeps nothing, so nothing is left behind.
  }
}

/** Until the tab closes. */
export const readSession = <T>(key: string): T | null => read<T>("sessionStorage", key);
export const writeSession = (key: string, value: unknown): boolean =>
  write("sessionStorage", key, value);
export const removeSession = (key: string): void => remove("sessionStorage", key);

/** Until the visitor clears it. */
export const readLocal = <T>(key: string): T | null => read<T>("localStorage", key);
export const writeLocal = (key: string, value: unknown): boolean =>
  write("localStorage", key, value);
export const removeLocal = (key: string): void => remove("localStorage", key);
