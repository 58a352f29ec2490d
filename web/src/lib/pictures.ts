/** Build-time conversion of master pictures to AVIF, WebP and JPEG in several widths. */

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

const FORMATS = [
  { format: "avif", type: "image/avif", lessQuality: 8 },
  { format: "webp", type: "image/webp", lessQuality: 0 },
] as const;

const DEFAULT_QUALITY = 55;

async function sourcesOf({ master, widths, sizes, media, quality = DEFAULT_QUALITY }: Shot) {
  const sources = FORMATS.map(async ({ format, type, lessQuality }) => {
    const image = await getImage({
      src: master,
      format,
      widths,
      sizes,
      quality: quality - lessQuality,
    });
    return {
      type,
      srcSet: image.srcSet.attribute,
      sizes,
      media,
      width: master.width,
      height: master.height,
    };
  });
  return Promise.all(sources);
}

/**
 * Convert one picture; pass a second shot with its `media` for a different crop on those screens.
 */
export async function picture(source: Shot, onOtherScreens?: Shot): Promise<Picture> {
  const sources = await Promise.all(
    [onOtherScreens, source].map((each) => (each ? sourcesOf(each) : [])),
  );
  const fallback = await getImage({
    src: source.master,
    format: "jpg",
    width: Math.min(source.master.width, 1280),
    quality: 72,
  });
  return {
    sources: sources.flat(),
    src: fallback.src,
    width: source.master.width,
    height: source.master.height,
  };
}
