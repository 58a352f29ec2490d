import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  FileProblem,
  kindOf,
  type PhotoProcessor,
  prepared,
  TYPE_OF_BRAND,
} from "./prepare-photo.ts";

const MB = 1024 * 1024;
const SMALLER = new Blob(["smaller"]);
const able: PhotoProcessor = { shrink: async () => SMALLER, lengthOf: async () => 45 };
const unable: PhotoProcessor = {
  shrink: async () => {
    throw new DOMException("no decoder", "InvalidStateError");
  },
  lengthOf: async () => null,
};
const lasting = (seconds: number): PhotoProcessor => ({ ...able, lengthOf: async () => seconds });

const bytes = (...head: number[]) => new Uint8Array(head);
const sized = (head: BlobPart, size: number) => {
  const first = new Blob([head]);
  return new Blob([first, new Uint8Array(Math.max(0, size - first.size))]);
};
const big16 = (number: number) => [number >> 8, number & 0xff];
const jpegOf = (width: number, height: number) =>
  bytes(
    ...[0xff, 0xd8, 0xff, 0xe1, 0, 4, 0, 0, 0xff, 0xc2, 0, 17, 8],
    ...[...big16(height), ...big16(width)],
  );
const pngOf = (width: number, height: number) =>
  bytes(
    ...[0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82],
    ...[0, 0, ...big16(width)],
    ...[0, 0, ...big16(height)],
  );
const boxed = (brand: string) => `\0\0\0\x18ftyp${brand}`;
const refusal = (sent: Promise<unknown>) =>
  sent.then(
    () => "taken",
    (reason) => (reason instanceof FileProblem ? reason.code : String(reason)),
  );

test.each([
  ["JPG", jpegOf(4000, 3000), "image/jpeg"],
  ["PNG", pngOf(1200, 800), "image/png"],
  ["HEIC", boxed("heic"), "image/heic"],
  ["HEIC of a burst", boxed("mif1"), "image/heic"],
] as const)("a %s of 10 MB goes as it is", async (_, head, contentType) => {
  const file = sized(head, 10 * MB);

  expect(await prepared(file, "photo", unable)).toEqual({ bytes: file, contentType });
});

type Shared = {
  brands: Record<string, string[]>;
  cases: { head: string; type: string | null }[];
};
const shared: Shared = JSON.parse(readFileSync("../contract/file-cases.json", "utf8"));

test("PHOTO-03.4 the browser takes the brands that the server takes", () => {
  const listed = Object.entries(shared.brands).flatMap(([type, brands]) =>
    brands.map((brand) => [brand, type] as const),
  );
  expect(new Map(TYPE_OF_BRAND)).toEqual(new Map(listed));
});

test.each(shared.cases)("a file that begins with $head is $type", async ({ head, type }) => {
  const file = new Blob([Uint8Array.from(head.match(/../g) ?? [], (two) => parseInt(two, 16))]);
  expect(await kindOf(file)).toBe(type);
});

test.each([
  ["one byte over 10 MB", sized(jpegOf(4000, 3000), 10 * MB + 1)],
  ["an HEIC this browser can read", sized(boxed("heic"), 12 * MB)],
  ["a JPG of more than 50 million pixels", sized(jpegOf(8192, 6144), 9 * MB)],
  ["a PNG of more than 50 million pixels", sized(pngOf(9000, 6000), 2 * MB)],
])("PHOTO-01.7 made smaller in the browser: %s", async (_, file) => {
  expect(await prepared(file, "photo", able)).toEqual({
    bytes: SMALLER,
    contentType: "image/jpeg",
  });
});

test.each([
  ["an HEIC over 10 MB that this browser cannot read", boxed("heic"), "heic_too_large"],
  ["a JPG over 10 MB that it cannot read", jpegOf(100, 100), "cannot_be_shrunk"],
] as const)("told apart: %s", async (_, head, code) => {
  expect(await refusal(prepared(sized(head, 11 * MB), "photo", unable))).toBe(code);
});

test.each([
  ["a page", "<!doctype html><script>"],
  ["an SVG", "<svg xmlns='http://www.w3.org/2000/svg'/>"],
  ["a GIF", "GIF89a......"],
  ["a ZIP", "PK\x03\x04........"],
  ["a video", boxed("isom")],
  ["nothing", ""],
])("%s is no photo, whatever its name says", async (_, head) => {
  expect(await refusal(prepared(sized(head, 200), "photo", able))).toBe("photo_type_refused");
});

test.each([
  [29.4, "video_too_short"],
  [29.6, "taken"],
  [60.4, "taken"],
  [61, "video_too_long"],
])("PHOTO-01.4 a video of %s seconds: %s", async (seconds, outcome) => {
  const video = sized(boxed("isom"), MB);
  expect(await refusal(prepared(video, "video", lasting(seconds)))).toBe(outcome);
});

test("a video: MP4 or MOV, at most 100 MB; of unknown length it goes up", async () => {
  const mov = sized(boxed("qt  "), MB);

  expect(await prepared(mov, "video", unable)).toEqual({
    bytes: mov,
    contentType: "video/quicktime",
  });
  expect(await refusal(prepared(sized(jpegOf(9, 9), MB), "video", able))).toBe(
    "video_type_refused",
  );
  const huge = new File([boxed("isom")], "walk.mp4");
  Object.defineProperty(huge, "size", { value: 100 * MB + 1 });
  expect(await refusal(prepared(huge, "video", able))).toBe("video_too_large");
});
