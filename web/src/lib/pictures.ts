/** Build-time conversion of master pictures to AVIF in several widths, and a JPEG. */

import { getImage } from "astro:assets";
import type { ImageMetadata } from "astro";

export type PictureSource = {
  type: string;
  srcSet: string;
  sizes: string;
  media: string | undefined;
  width: number;
  height: number;
};

export type Picture = {
  sources: PictureSource[];
  src: string;
  width: number;
  height: number;
};

type Shot = {
  master: ImageMetadata;
  widths: number[];
  sizes: string;
  quality?: number;
  media?: string;
};

// Every browser since 2024 shows AVIF, older ones the JPEG. A third format of every picture would
// weigh more in the pages than it saves.
const AVIF = { format: "avif", type: "image/avif", lessQuality: 8 } as const;

const DEFAULT_QUALITY = 55;

async function sourceOf({ master, widths, sizes, media, quality = DEFAULT_QUALITY }: Shot) {
  const { format, type, lessQuality } = AVIF;
  const image = await getImage({
    src: master,
    format,
    widths,
    sizes,
    quality: quality - lessQuality,
  });
  const { width, height } = master;
  return { type, srcSet: image.srcSet.attribute, sizes, media, width, height };
}

/**
 * Convert one picture; pass a second shot with its `media` for a different crop on those screens.
 */
export async function picture(source: Shot, onOtherScreens?: Shot): Promise<Picture> {
  const shots = onOtherScreens ? [onOtherScreens, source] : [source];
  const sources = await Promise.all(shots.map(sourceOf));
  const fallback = await getImage({
    src: source.master,
    format: "jpg",
    width: Math.min(source.master.width, 1280),
    quality: 72,
  });
  return {
    sources,
    src: fallback.src,
    width: source.master.width,
    height: source.master.height,
  };
}
