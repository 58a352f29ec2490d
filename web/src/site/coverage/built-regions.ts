/** ZIP codes of the seed data by region, for the static HTML. Import it only at build time. */

import seeds from "@market/coverage_zip_codes.csv?raw";
import { regionsFrom } from "#site/coverage-list/regions.ts";

const [head = "", ...lines] = seeds.trim().split(/\r?\n/);
const names = head.split(",");
const columns = { zipCode: names.indexOf("zip_code"), region: names.indexOf("region") };

export const builtRegions = regionsFrom(
  lines.map((line) => {
    const cells = line.split(",");
    return { zip_code: cells[columns.zipCode] ?? "", region: cells[columns.region] ?? "" };
  }),
);
