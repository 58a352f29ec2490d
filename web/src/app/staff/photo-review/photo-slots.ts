/** Requested photos matched with those that arrived. */
import type { Review } from "./use-review.ts";

export type ReviewPhoto = Review["photos"][number];
export type ReviewSlot = Review["shots"][number] & { photo: ReviewPhoto | null };

/** Requested photos, present or missing, then additional ones; without the video. */
export function reviewSlots({ shots, photos }: Pick<Review, "shots" | "photos">): ReviewSlot[] {
  return shots
    .filter(({ slot }) => slot !== "video")
    .map((slot) => ({ ...slot, photo: newest(photos, slot.slot) }))
    .filter(({ is_asked, photo }) => is_asked || photo !== null);
}

export const videoOf = ({ photos }: Pick<Review, "photos">): ReviewPhoto | null =>
  photos.find(({ kind, status }) => kind === "video" && status !== "refused") ?? null;

export const isMissing = ({ is_asked, photo }: ReviewSlot): boolean =>
  is_asked && (photo === null || photo.status === "refused");

export const canBeSeen = ({ photo }: ReviewSlot): boolean => photo?.status === "ready";

// A refused photo counts only when its slot has no other.
const newest = (photos: readonly ReviewPhoto[], slot: string): ReviewPhoto | null => {
  const ofSlot = photos.filter((photo) => photo.slot === slot);
  return ofSlot.find(({ status }) => status !== "refused") ?? ofSlot.at(-1) ?? null;
};
