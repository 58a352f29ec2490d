/** A booking's photo review: which photos are requested, and their status. */

import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { api, type Schemas, unwrap } from "#api/client.ts";
import { ofAddress } from "#api/my-booking.ts";
import type { Key } from "#api/query-keys.ts";
import { uploadChunk } from "#api/uploads.ts";
import { ofThisOrder } from "#lib/order-address.ts";

export type Review = Schemas["PhotoReviewOut"];
export type PhotoSlot = Schemas["PhotoSlotOut"];
export type Photo = Schemas["PhotoOut"];
export type Kind = Photo["kind"];

export type Customer = { name: string; email: string; phone: string; address: string };

export const VIDEO_SLOT = "video";
const EXTRA = "extra-";
const EXTRAS = 10;

export const isOpen = ({ status }: Review): boolean =>
  status === "awaiting_photos" || status === "retake_requested";

// Completely uploaded and not refused; the server checks the last ones a moment later.
const isHere = ({ status }: Photo): boolean => status === "stored" || status === "ready";

export const photosHere = ({ photos }: Review): number =>
  photos.filter((photo) => photo.kind === "photo" && isHere(photo)).length;

const ALWAYS_ASKED = 5; // photos requested after a reservation (PHOTO-01.3)

/** The photos that we ask for; those after them help, and are not asked for. */
export const requestedShots = ({ shots, least }: Review): PhotoSlot[] =>
  shots.slice(0, Math.max(ALWAYS_ASKED, least));

/** The requested photos that are here. */
export const shotsHere = (review: Review): PhotoSlot[] =>
  requestedShots(review).filter(({ slot }) =>
    review.photos.some((photo) => photo.slot === slot && isHere(photo)),
  );

export const isLookedAt = ({ photos }: Review): boolean =>
  photos.some(({ status }) => status === "stored");

/** The latest photo of a slot, because a replacement is appended. */
export const photoOf = ({ photos }: Review, slot: string): Photo | null =>
  photos.findLast((photo) => photo.slot === slot) ?? null;

/** Whether staff asked for this photo again; a server of release 0.1.0 does not say. */
export const isInQuestion = ({ retake_slots }: Partial<Review>, slot: string): boolean =>
  retake_slots?.includes(slot) ?? false;

export const extraShots = (review: Review): Photo[] =>
  review.photos.filter(({ slot }) => slot.startsWith(EXTRA));

/** Unused slot names for additional photos. */
export function freeExtras(review: Review, busy: readonly string[]): string[] {
  const taken = new Set([...busy, ...review.photos.map(({ slot }) => slot)]);
  return Array.from({ length: EXTRAS }, (_, index) => `${EXTRA}${index + 1}`).filter(
    (slot) => !taken.has(slot),
  );
}

const PHOTOS = "/api/my-booking/photos";
const named = () => ({ params: { query: ofAddress() } });

export type Announced = Schemas["PhotoAnnouncedOut"];

type File = Schemas["PhotoAnnouncedIn"];

const fetchReview = (): Promise<Review> => unwrap(api.GET(PHOTOS, named()));

export const announce = (file: File): Promise<Announced> =>
  unwrap(api.POST(PHOTOS, { body: file, ...named() }));

export const fetchOffset = (id: string): Promise<{ offset: number }> =>
  unwrap(
    api.GET(`${PHOTOS}/{photo_id}`, { params: { path: { photo_id: id }, query: ofAddress() } }),
  );

export const removePhoto = (id: string): Promise<unknown> =>
  unwrap(
    api.DELETE(`${PHOTOS}/{photo_id}`, { params: { path: { photo_id: id }, query: ofAddress() } }),
  );

type Chunk = { bytes: Blob; offset: number; signal: AbortSignal };

export const appendChunk = (id: string, chunk: Chunk): Promise<{ offset: number }> =>
  uploadChunk({ path: ofThisOrder(`${PHOTOS}/${id}`), ...chunk });

type Answers = Schemas["PhotosSubmittedIn"];

export const submitPhotos = (answers: Answers): Promise<unknown> =>
  unwrap(api.POST(`${PHOTOS}/submit`, { body: answers, ...named() }));

const LOOK_AGAIN_MS = 1500;
const LATER_MS = 6000;
const QUICK_LOOKS = 20;

export function usePhotoReview() {
  const looks = useRef(0);
  const { data, error, refetch } = useQuery({
    queryKey: ["my-booking", "photos"] satisfies Key,
    queryFn: async () => {
      const review = await fetchReview();
      looks.current = isLookedAt(review) ? looks.current + 1 : 0;
      return review;
    },
    refetchInterval: ({ state: { data } }) => {
      if (!data || !isLookedAt(data)) return false;
      return looks.current > QUICK_LOOKS ? LATER_MS : LOOK_AGAIN_MS;
    },
  });
  return { review: data ?? null, failure: error, load: refetch };
}
