/** What the photo page asks of the server; raises Problem. */
import { api, unwrap } from "#lib/api/client.ts";
import { sendPart } from "#lib/api/uploads.ts";
import type { Kind, Review } from "./review.ts";

const PHOTOS = "/api/my-booking/photos";

export type Announced = {
  id: string;
  offset: number;
  chunk_bytes: number;
  upload: { url: string; fields: Record<string, string> } | null;
};

type File = { slot: string; kind: Kind; size_bytes: number; content_type: string };

export const askReview = (): Promise<Review> => unwrap(api.GET(PHOTOS));

export const announce = (file: File): Promise<Announced> =>
  unwrap(api.POST(PHOTOS, { body: file }));

export const askOffset = (id: string): Promise<{ offset: number }> =>
  unwrap(api.GET(`${PHOTOS}/{photo_id}`, { params: { path: { photo_id: id } } }));

export const removePhoto = (id: string): Promise<unknown> =>
  unwrap(api.DELETE(`${PHOTOS}/{photo_id}`, { params: { path: { photo_id: id } } }));

type Part = { bytes: Blob; offset: number; signal: AbortSignal };

export const appendPart = (id: string, part: Part): Promise<{ offset: number }> =>
  sendPart({ path: `${PHOTOS}/${id}`, ...part });

export type Answers = {
  is_decision_maker: boolean;
  can_place_stake: boolean;
  notes: string;
  consent: true;
};

export const submitPhotos = (answers: Answers): Promise<unknown> =>
  unwrap(api.POST(`${PHOTOS}/submit`, { body: answers }));
