/** `vitest run --project units` every day; `built` reads what `make build` left in dist; `auth` starts the server. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  server: { fs: { allow: [".."] } }, // the starting data stand beside the web
  test: {
    maxWorkers: "100%", // of the cores: nobody waits at a keyboard meanwhile
    isolate: false, // one page for all files of a worker: vitest.setup.ts makes it new for each
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
          testTimeout: 180_000, // passwords are hashed slowly on purpose
        },
      },
    ],
  },
});
