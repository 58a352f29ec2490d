/** Requests of the photo page; all throw Problem. */
import { api, type Schemas, unwrap } from "#api/client.ts";
import { uploadChunk } from "#api/uploads.ts";
import type { Review } from "./review.ts";

const PHOTOS = "/api/my-booking/photos";

export type Announced = Schemas["PhotoAnnouncedOut"];

type File = Schemas["PhotoAnnouncedIn"];

export const fetchReview = (): Promise<Review> => unwrap(api.GET(PHOTOS));

export const announce = (file: File): Promise<Announced> =>
  unwrap(api.POST(PHOTOS, { body: file }));

export const fetchOffset = (id: string): Promise<{ offset: number }> =>
  unwrap(api.GET(`${PHOTOS}/{photo_id}`, { params: { path: { photo_id: id } } }));

export const removePhoto = (id: string): Promise<unknown> =>
  unwrap(api.DELETE(`${PHOTOS}/{photo_id}`, { params: { path: { photo_id: id } } }));

type Chunk = { bytes: Blob; offset: number; signal: AbortSignal };

export const appendChunk = (id: string, chunk: Chunk): Promise<{ offset: number }> =>
  uploadChunk({ path: `${PHOTOS}/${id}`, ...chunk });

type Answers = Schemas["PhotosSubmittedIn"];

export const submitPhotos = (answers: Answers): Promise<unknown> =>
  unwrap(api.POST(`${PHOTOS}/submit`, { body: answers }));
