/** Astro integration that adds `client:interaction`. */
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";

const onInteraction = new URL("./on-interaction.ts", import.meta.url);

export const ownDirectives: AstroIntegration = {
  name: "standby:own-directives",
  hooks: {
    "astro:config:setup": ({ addClientDirective }) => {
      addClientDirective({ name: "interaction", entrypoint: fileURLToPath(onInteraction) });
    },
  },
};
