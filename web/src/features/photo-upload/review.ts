/** A booking's photo review: which photos are requested, and their status. */
import type { Schemas } from "#api/client.ts";

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

export const isLookedAt = ({ photos }: Review): boolean =>
  photos.some(({ status }) => status === "stored");

/** The latest photo of a slot, because a replacement is appended. */
export const photoOf = ({ photos }: Review, slot: string): Photo | null =>
  photos.findLast((photo) => photo.slot === slot) ?? null;

export const extraShots = (review: Review): Photo[] =>
  review.photos.filter(({ slot }) => slot.startsWith(EXTRA));

/** Unused slot names for additional photos. */
export function freeExtras(review: Review, busy: readonly string[]): string[] {
  const taken = new Set([...busy, ...review.photos.map(({ slot }) => slot)]);
  return Array.from({ length: EXTRAS }, (_, index) => `${EXTRA}${index + 1}`).filter(
    (slot) => !taken.has(slot),
  );
}
