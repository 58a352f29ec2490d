import { defineConfig } from "vitest/config";

export default defineConfig({
  server: { fs: { allow: [".."] } }, // the starting data stand beside the web
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.{ts,tsx}"],
    maxWorkers: "100%", // of the cores: nobody waits at a keyboard meanwhile
    setupFiles: ["./vitest.setup.ts"],
    restoreMocks: true,
    unstubGlobals: true,
  },
});
