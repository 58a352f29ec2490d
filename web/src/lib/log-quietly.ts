/**
 * Log a failure that does not affect the visitor to the console, and continue. The only place where
 * the web logs.
 */
export const logQuietly =
  (what: string) =>
  (reason: unknown): void => {
    console.warn(what, reason);
  };
