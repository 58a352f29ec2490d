/** Makes the pictures of the README and of the operating guide from `make screenshots`. */
import { mkdirSync, readdirSync } from "node:fs";
import sharp from "sharp";
import colors from "../../market/houston/colors.json" with { type: "json" };

const ROOT = `${import.meta.dirname}/../..`;
const SHOTS = `${ROOT}/var/screenshots`;
const PICTURES = `${ROOT}/docs/pictures`;
const DESK = { width: 1120, height: 700 };
const PHONE = { width: 260, height: 563 };
const GUIDE_WIDTH = 1200;
const MARGIN = 40;
const GROUND = colors["storm-100"];

type Size = { width: number; height: number };

const rounded = ({ width, height }: Size, paint: string) =>
  Buffer.from(
    `<svg width="${width}" height="${height}"><rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="12" ${paint}/></svg>`,
  );

async function resized(file: string, size: Size) {
  return sharp(file)
    .resize(size.width, size.height, { position: "top" })
    .composite([
      { input: rounded(size, 'fill="#000"'), blend: "dest-in" },
      { input: rounded(size, `fill="none" stroke="${colors["storm-400"]}"`) },
    ])
    .png()
    .toBuffer();
}

/** A desktop window with a phone in front of it. */
async function writePair(name: string) {
  const desk = await resized(`${SHOTS}/1440/homeowner-${name}-window.png`, DESK);
  const phone = await resized(`${SHOTS}/390/homeowner-${name}-window.png`, PHONE);
  await sharp({ create: { width: 1440, height: 780, channels: 3, background: GROUND } })
    .composite([
      { input: desk, left: MARGIN, top: MARGIN },
      { input: phone, left: 1440 - MARGIN - PHONE.width, top: 780 - MARGIN - PHONE.height },
    ])
    .png({ palette: true, colours: 128, effort: 10 })
    .toFile(`${PICTURES}/${name}.png`);
}

/** Shrunk, so that it can be committed. */
async function writeGuidePicture(folder: string, file: string) {
  const name = file.replace(/^guide-(office-)?/, "").replace(/\.png$/, ".webp");
  await sharp(`${folder}/${file}`)
    .resize(GUIDE_WIDTH, undefined, { withoutEnlargement: true })
    .webp({ quality: 80, effort: 6 })
    .toFile(`${PICTURES}/staff/${name}`);
}

mkdirSync(`${PICTURES}/staff`, { recursive: true });
for (const name of ["home", "wizard"]) await writePair(name);
for (const folder of [`${SHOTS}/390`, `${SHOTS}/1440`])
  for (const file of readdirSync(folder))
    if (file.startsWith("guide-")) await writeGuidePicture(folder, file);
