/** A booking's photo review as the server has it: which shots are asked, and what has come of them. */
import type { Schemas } from "#lib/api/client.ts";

export type Review = Schemas["PhotoReviewOut"];
export type PhotoSlot = Schemas["ShotOut"];
export type Photo = Schemas["PhotoOut"];
export type Kind = Photo["kind"];

/** Whose booking it is, as the form shows it. */
export type Customer = { name: string; email: string; phone: string; address: string };

export const VIDEO_SLOT = "video";
const EXTRA = "extra-";
const EXTRAS = 10;

export const isOpen = ({ status }: Review): boolean =>
  status === "awaiting_photos" || status === "retake_requested";

/** Sent whole and not refused: the server looks at the last ones a moment later. */
const isHere = ({ status }: Photo): boolean => status === "stored" || status === "ready";

export const photosHere = ({ photos }: Review): number =>
  photos.filter((photo) => photo.kind === "photo" && isHere(photo)).length;

export const isLookedAt = ({ photos }: Review): boolean =>
  photos.some(({ status }) => status === "stored");

/** The newest of a slot: what replaces a photo comes after it. */
export const photoOf = ({ photos }: Review, slot: string): Photo | null =>
  photos.findLast((photo) => photo.slot === slot) ?? null;

export const extraShots = (review: Review): Photo[] =>
  review.photos.filter(({ slot }) => slot.startsWith(EXTRA));

/** Names for more photos than were asked, none of them taken. */
export function freeExtras(review: Review, busy: readonly string[]): string[] {
  const taken = new Set([...busy, ...review.photos.map(({ slot }) => slot)]);
  return Array.from({ length: EXTRAS }, (_, index) => `${EXTRA}${index + 1}`).filter(
    (slot) => !taken.has(slot),
  );
}
