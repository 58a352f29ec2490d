/** Generates real pictures, videos and boundary files for uploads, so that none is in the repository. */
import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import sharp from "sharp";

const API = `${import.meta.dirname}/../../api`;

type Size = { width: number; height: number };
const SMALL: Size = { width: 640, height: 480 };

// Random grain, like a photo of a wall, which no format compresses well.
const grain = ({ width, height }: Size) =>
  sharp({
    create: {
      ...{ width, height, channels: 3, background: "white" },
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    },
  });

export async function jpegAt(path: string, size = SMALL): Promise<string> {
  await grain(size).jpeg({ quality: 96 }).toFile(path);
  return path;
}

export async function pngAt(path: string): Promise<string> {
  await sharp({ create: { ...SMALL, channels: 3, background: "gray" } })
    .png()
    .toFile(path);
  return path;
}

const python = (script: string, ...args: string[]) =>
  execFileSync(`${API}/.venv/bin/python`, ["-c", script, ...args]);

const HEIC = `
import sys
from PIL import Image
from pillow_heif import from_pillow
from_pillow(Image.new("RGB", (640, 480), "gray")).save(sys.argv[1])
`;

export function heicAt(path: string): string {
  python(HEIC, path);
  return path;
}

const FILM = `
import sys
import av
path, seconds = sys.argv[1], int(sys.argv[2])
with av.open(path, "w") as film:
    stream = film.add_stream("libx264", rate=2)
    stream.width, stream.height, stream.pix_fmt = 160, 120, "yuv420p"
    for number in range(seconds * 2):
        picture = av.VideoFrame(160, 120, "yuv420p")
        picture.pts = number
        for plane in picture.planes:
            plane.update(bytes([number % 200]) * plane.buffer_size)
        for packet in stream.encode(picture):
            film.mux(packet)
    for packet in stream.encode():
        film.mux(packet)
`;

export function filmAt(path: string, seconds: number): string {
  python(FILM, path, String(seconds));
  return path;
}

type Shape = { zip_code: string; geometry_json: object };

/** The areas of the current coverage map. */
export const shapesNow = async (page: Page): Promise<Shape[]> =>
  (await page.request.get("/api/coverage-geometries")).json();

/** Writes areas to a boundary file, as staff would import it. */
export async function writeBoundaryFile(file: string, shapes: Shape[]) {
  const features = shapes.map(({ zip_code, geometry_json }) => ({
    type: "Feature",
    properties: { ZCTA5CE20: zip_code },
    geometry: geometry_json,
  }));
  await writeFile(file, JSON.stringify({ type: "FeatureCollection", features }));
  return file;
}
