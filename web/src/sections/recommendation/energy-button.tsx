import { paths } from "#lib/paths.ts";
import { Button } from "#ui/button.tsx";
import { pageWords } from "./copy.ts";
import "./energy-button.css";

/** 'See My Recommended Generator'. Pressed before any script is there, it asks for this page with its modal open. */
export const EnergyButton = () => (
  <form className="energy-entry" method="get" action={paths.generatorConfig}>
    <Button type="submit" name="open" value="1" variant="cta-green" size="xl">
      {pageWords.open}
    </Button>
  </form>
);
