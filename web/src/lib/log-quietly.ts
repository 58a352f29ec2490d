/** Log a failure that does not affect the visitor to the console, and continue. */
export const logQuietly =
  (what: string) =>
  (reason: unknown): void => {
    // biome-ignore lint/suspicious/noConsole: the only place where the web logs
    console.warn(what, reason);
  };
