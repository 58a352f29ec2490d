/**
 * Browser storage that never throws: when it is blocked, full or corrupt, the page continues
 * without it.
 */

type StorageKind = "sessionStorage" | "localStorage";

function read<T>(storage: StorageKind, key: string): T | null {
  try {
    return JSON.parse(globalThis[storage].getItem(key) ?? "null");
  } catch {
    return null;
  }
}

// Returns false when it could not be stored.
function write(storage: StorageKind, key: string, value: unknown): boolean {
  try {
    globalThis[storage].setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

function remove(storage: StorageKind, key: string): void {
  try {
    globalThis[storage].removeItem(key);
  } catch {
    // Blocked storage holds nothing, so there is nothing to remove.
  }
}

/** Session storage: until the tab is closed. */
export const readSession = <T>(key: string): T | null => read<T>("sessionStorage", key);
export const writeSession = (key: string, value: unknown): boolean =>
  write("sessionStorage", key, value);
export const removeSession = (key: string): void => remove("sessionStorage", key);

/** Local storage: until the visitor clears it. */
export const readLocal = <T>(key: string): T | null => read<T>("localStorage", key);
export const writeLocal = (key: string, value: unknown): boolean =>
  write("localStorage", key, value);
export const removeLocal = (key: string): void => remove("localStorage", key);
