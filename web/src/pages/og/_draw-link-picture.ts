/** Draws a 1200×630 link preview picture at build time. */

import colors from "@market/colors.json";
import market from "@market/company.json";
import sharp from "sharp";

const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 72;
const TITLE_WIDTH = 560;
const MASTER = "src/assets/hero.jpg";
const FONT = "art/fonts/figtree-600.ttf";
const QUALITY = 78;

const WHITE = colors.white;
const STORM = colors["storm-300"];
const AMBER = colors["amber-400"];
const NIGHT = colors["night-900"];

const NIGHT_FROM_THE_LEFT = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
  <linearGradient id="night"><stop offset="0.4" stop-color="${NIGHT}"/><stop offset="0.78" stop-color="${NIGHT}" stop-opacity="0"/></linearGradient>
  <rect width="100%" height="100%" fill="url(#night)"/>
  <path d="M${MARGIN + 26} ${MARGIN} ${MARGIN} ${MARGIN + 21}v31h52v-31z" fill="none" stroke="${WHITE}" stroke-width="5" stroke-linejoin="round"/>
  <rect x="${MARGIN + 28}" y="${MARGIN + 28}" width="13" height="14" fill="${AMBER}"/>
</svg>`;

export async function drawLinkPicture({
  title,
  note,
}: {
  title: string;
  note: string;
}): Promise<ArrayBuffer> {
  const [name, heading, line] = await Promise.all([
    words({ text: market.name, px: 40, color: WHITE }),
    words({ text: title, px: 68, color: WHITE, width: TITLE_WIDTH }),
    words({ text: note, px: 30, color: STORM, width: TITLE_WIDTH }),
  ]);
  const noteTop = HEIGHT - MARGIN - line.height;
  const drawn = await sharp(MASTER)
    .resize(WIDTH, HEIGHT, { fit: "cover", position: "right" })
    .composite([
      { input: Buffer.from(NIGHT_FROM_THE_LEFT) },
      { input: name.png, left: MARGIN + 72, top: MARGIN + 8 },
      { input: heading.png, left: MARGIN, top: noteTop - 28 - heading.height },
      { input: line.png, left: MARGIN, top: noteTop },
    ])
    .jpeg({ quality: QUALITY, mozjpeg: true })
    .toBuffer();
  return Uint8Array.from(drawn).buffer;
}

type Words = { text: string; px: number; color: string; width?: number };

async function words({ text, px, color, width }: Words) {
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${color}">${text.replaceAll("&", "&amp;")}</span>`,
      font: `Standby Figtree ${px}`,
      fontfile: FONT,
      rgba: true,
      dpi: 72,
      spacing: Math.round(-px * 0.1),
      ...(width && { width }),
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { png: data, height: info.height };
}
