/** Writes the current coverage map to a boundary file, as staff would import it. */
import { writeFile } from "node:fs/promises";
import type { Page } from "@playwright/test";

type Shape = { zip_code: string; geometry_json: object };

export const shapesNow = async (page: Page): Promise<Shape[]> =>
  (await page.request.get("/api/coverage-geometries")).json();

export async function writeBoundaryFile(file: string, shapes: Shape[]) {
  const features = shapes.map(({ zip_code, geometry_json }) => ({
    type: "Feature",
    properties: { ZCTA5CE20: zip_code },
    geometry: geometry_json,
  }));
  await writeFile(file, JSON.stringify({ type: "FeatureCollection", features }));
  return file;
}
