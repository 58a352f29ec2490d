/** The folder of the market's facts, imported as @market/…; the server reads the same one. */
import { fileURLToPath } from "node:url";

export const MARKET =
  process.env.STANDBY_MARKET ?? fileURLToPath(new URL("../../market/houston", import.meta.url));
