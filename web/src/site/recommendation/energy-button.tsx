import { paths } from "#lib/paths.ts";
import { Button } from "#ui/button.tsx";
import { pageWords } from "./copy.ts";

/**
 * 'See My Recommended Generator'. Clicked before any script has run, it reloads the page with the
 * modal open.
 */
export const EnergyButton = () => (
  <form method="get" action={paths.generatorConfig} data-energy>
    <Button
      className="max-sm:w-full max-sm:px-4"
      type="submit"
      name="open"
      value="1"
      variant="cta-green"
      size="xl"
    >
      {pageWords.open}
    </Button>
  </form>
);
