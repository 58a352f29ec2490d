/** Astro integration that adds `client:arrival` and `client:interaction`. */
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";

const onArrival = new URL("./on-arrival.ts", import.meta.url);
const onInteraction = new URL("./on-interaction.ts", import.meta.url);

export const ownDirectives: AstroIntegration = {
  name: "standby:own-directives",
  hooks: {
    "astro:config:setup": ({ addClientDirective }) => {
      addClientDirective({ name: "arrival", entrypoint: fileURLToPath(onArrival) });
      addClientDirective({ name: "interaction", entrypoint: fileURLToPath(onInteraction) });
    },
  },
};
