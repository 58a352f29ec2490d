/** The icon as PNG: for home screens and search engines. */
import type { APIRoute, GetStaticPaths } from "astro";
import sharp from "sharp";
import { maskableIcon } from "./_icon.ts";

const SIZES = { "apple-touch-icon": 180, "icon-192": 192, "icon-512": 512 };

export const getStaticPaths = (() =>
  Object.entries(SIZES).map(([icon, size]) => ({
    params: { icon },
    props: { size },
  }))) satisfies GetStaticPaths;

export const GET: APIRoute = async ({ props }) => {
  const size = Number(props.size);
  const drawn = await sharp(Buffer.from(maskableIcon), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ palette: true })
    .toBuffer();
  return new Response(Uint8Array.from(drawn), { headers: { "Content-Type": "image/png" } });
};
