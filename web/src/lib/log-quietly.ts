/** For what may fail without the visitor's harm: it is written to the console and forgotten. */
export const logQuietly =
  (what: string) =>
  (reason: unknown): void => {
    // biome-ignore lint/suspicious/noConsole: the one place where the web logs
    console.warn(what, reason);
  };
