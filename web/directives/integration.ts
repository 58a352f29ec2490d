/** Teaches Astro the house's own `client:interaction`. */
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";

export const wakeOnInteraction: AstroIntegration = {
  name: "standby:wake-on-interaction",
  hooks: {
    "astro:config:setup": ({ addClientDirective }) => {
      addClientDirective({
        name: "interaction",
        entrypoint: fileURLToPath(new URL("./on-interaction.ts", import.meta.url)),
      });
    },
  },
};
