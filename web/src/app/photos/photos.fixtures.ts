/** Mock server for photo uploads. */
import { HttpResponse, http } from "msw";
import type { Photo, Review } from "#features/photo-upload/review.ts";
import { refused } from "#test-support.ts";

const SHOTS: [string, string, string][] = [
  ["panel_open", "Electrical panel, door open", "Open the hinged door only."],
  ["panel_wide", "Wall around the panel and the electric meter", "Step back."],
  ["gas_meter", "Gas meter or propane tank", "With its label."],
  ["generator_spot", "Spot for the generator", "Put your stake or flag there."],
  ["wall_run", "Path from the panel to the spot", "In one picture if you can."],
  ["path_left", "The spot from its left", "A few steps to the left."],
];

export const aPhoto = (slot: string, change: Partial<Photo> = {}): Photo => ({
  id: `id-${slot}`,
  slot,
  kind: "photo",
  status: "ready",
  size_bytes: 1000,
  received_bytes: 1000,
  refused_code: "",
  thumbnail_url: `/api/my-booking/photos/id-${slot}/thumbnail`,
  shown_url: null,
  ...change,
});

export const FIVE = SHOTS.slice(0, 5).map(([slot]) => aPhoto(slot));

export const aReview = (change: Partial<Review> = {}): Review => ({
  status: "awaiting_photos",
  least: 5,
  most: 20,
  consent_wording: "I agree to the Photo Review Policy (version 1.0).",
  retake_reason: "",
  retake_slots: [],
  wants_new_photo: false,
  shots: SHOTS.map(([slot, title, hint]) => ({ slot, title, hint, photo: null })),
  photos: [],
  ...change,
});

const PHOTOS = "*/api/my-booking/photos";

/** Responds to the page's requests from `review`, and changes it as the real server would. */
export class PhotoServer {
  review = aReview();
  announced: { slot: string; size_bytes: number; content_type: string }[] = [];
  removed: string[] = [];
  submitted: unknown[] = [];
  maxFeet = 50;
  generator: object | null = { brand: "Generac", model: "Guardian 22", kw: 22 };
  /** Responses to the next chunks, used before any chunk is accepted. */
  trouble: (() => Response)[] = [];
  upload: { url: string; fields: Record<string, string> } | null = null;

  handlers = [
    http.get("*/api/my-booking", () =>
      HttpResponse.json({
        customer: { name: "Ada Lovelace", email: "ada@example.org", phone: "7135550199" },
        address: "9 Grogans Mill Rd, The Woodlands, TX 77380",
        generator: this.generator,
        package: { max_distance_feet: this.maxFeet },
      }),
    ),
    http.get(PHOTOS, () => HttpResponse.json(this.review)),
    http.post(PHOTOS, async ({ request }) => {
      const announcement = (await request.json()) as (typeof this.announced)[number];
      this.announced.push(announcement);
      const id = `new-${this.announced.length}`;
      this.#keep(
        aPhoto(announcement.slot, { ...announcement, id, status: "receiving", received_bytes: 0 }),
      );
      return HttpResponse.json(
        { id, offset: 0, chunk_bytes: 1_048_576, upload: this.upload },
        { status: 201 },
      );
    }),
    http.get(`${PHOTOS}/:id`, ({ params }) => {
      const photo = this.#photo(String(params.id));
      return HttpResponse.json({ offset: photo?.received_bytes ?? 0, status: photo?.status });
    }),
    http.patch(`${PHOTOS}/:id`, async ({ params, request }) => {
      const trouble = this.trouble.shift();
      if (trouble) return trouble();
      const photo = this.#photo(String(params.id));
      if (!photo) return refused(404, "photo_not_found");
      const offset = Number(request.headers.get("Upload-Offset"));
      if (offset !== photo.received_bytes) return refused(409, "upload_offset_wrong");
      const received_bytes = offset + (await request.arrayBuffer()).byteLength;
      const isWhole = received_bytes === photo.size_bytes;
      this.#keep({ ...photo, received_bytes, status: isWhole ? "ready" : "receiving" });
      return HttpResponse.json({ offset: received_bytes });
    }),
    http.delete(`${PHOTOS}/:id`, ({ params }) => {
      this.removed.push(String(params.id));
      this.review.photos = this.review.photos.filter(({ id }) => id !== params.id);
      return new HttpResponse(null, { status: 204 });
    }),
    http.post(`${PHOTOS}/submit`, async ({ request }) => {
      this.submitted.push(await request.json());
      this.review = { ...this.review, status: "submitted" };
      return HttpResponse.json({ status: "submitted" });
    }),
  ];

  #photo = (photoId: string) => this.review.photos.find(({ id }) => id === photoId);

  #keep(photo: Photo) {
    const others = this.review.photos.filter(({ id }) => id !== photo.id);
    this.review = { ...this.review, photos: [...others, photo] };
  }
}

const JPEG = [0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 17, 8, 0, 100, 0, 100];

/** A file with the first bytes of a 100 x 100 pixel JPEG. */
export const jpeg = (name = "panel.jpg", size = 600_000): File =>
  new File([new Uint8Array(JPEG), new Uint8Array(size - JPEG.length)], name, {
    type: "image/jpeg",
    lastModified: 1_700_000_000_000,
  });

const ftyp = (brand: string) => `\0\0\0\x18ftyp${brand}`;
export const film = (name = "walk.mp4") =>
  new File([ftyp("isom"), new Uint8Array(5000)], name, { type: "video/mp4" });
