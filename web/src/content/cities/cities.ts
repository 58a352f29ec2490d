/** The fifteen cities that have a page, in display order (CITY-01.1). */
import { baytown } from "./baytown.ts";
import type { City } from "./city.ts";
import { conroe } from "./conroe.ts";
import { cypress } from "./cypress.ts";
import { houston } from "./houston.ts";
import { humble } from "./humble.ts";
import { katy } from "./katy.ts";
import { kingwood } from "./kingwood.ts";
import { leagueCity } from "./league-city.ts";
import { missouriCity } from "./missouri-city.ts";
import { pasadena } from "./pasadena.ts";
import { pearland } from "./pearland.ts";
import { spring } from "./spring.ts";
import { sugarLand } from "./sugar-land.ts";
import { theWoodlands } from "./the-woodlands.ts";
import { tomball } from "./tomball.ts";

export const cities: readonly City[] = [
  houston,
  theWoodlands,
  tomball,
  spring,
  cypress,
  katy,
  sugarLand,
  conroe,
  pearland,
  leagueCity,
  humble,
  pasadena,
  baytown,
  missouriCity,
  kingwood,
];
