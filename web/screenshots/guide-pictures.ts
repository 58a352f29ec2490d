/** Shrinks the console screenshots for the operating guide, so that they can be committed. */
import { mkdirSync, readdirSync } from "node:fs";
import sharp from "sharp";

const ROOT = `${import.meta.dirname}/../..`;
const SHOTS = `${ROOT}/var/screenshots/1440`;
const PICTURES = `${ROOT}/docs/pictures/staff`;
const WIDTH = 1200;

mkdirSync(PICTURES, { recursive: true });
for (const file of readdirSync(SHOTS).filter((name) => name.startsWith("guide-"))) {
  const name = file.replace(/^guide-/, "").replace(/\.png$/, ".webp");
  await sharp(`${SHOTS}/${file}`)
    .resize(WIDTH)
    .webp({ quality: 80, effort: 6 })
    .toFile(`${PICTURES}/${name}`);
}
