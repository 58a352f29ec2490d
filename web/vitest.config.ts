/**
 * Test projects: `units` for daily use; `built` checks the output of `make build` in dist; `auth`
 * starts the server.
 */
import { defineConfig } from "vitest/config";
import { MARKET, marketCatalog } from "./integrations/market.ts";
import { messages } from "./integrations/messages.ts";

export default defineConfig({
  plugins: [marketCatalog, messages],
  resolve: { alias: { "@market": MARKET } },
  server: { fs: { allow: [".."] } }, // the seed data is outside of web/
  test: {
    maxWorkers: "100%", // of the cores: nobody is working on the machine meanwhile
    isolate: false, // one page per worker for all its files: vitest.setup.ts resets it for each
    testTimeout: 20_000,
    restoreMocks: true,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        test: {
          name: "units",
          environment: "happy-dom",
          include: ["src/**/*.test.{ts,tsx}"],
          setupFiles: ["./vitest.setup.ts"],
        },
      },
      { extends: true, test: { name: "built", environment: "node", include: ["built/*.test.ts"] } },
      {
        extends: true,
        test: {
          name: "auth",
          environment: "node",
          include: ["auth/*.test.ts"],
          globalSetup: "./auth/server.ts",
          testTimeout: 180_000, // password hashing is slow on purpose
        },
      },
    ],
  },
});
