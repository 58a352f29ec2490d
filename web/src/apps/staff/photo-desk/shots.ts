/** Requested photos matched with those that arrived. */
import type { Review } from "./use-review.ts";

export type DeskPhoto = Review["photos"][number];
export type DeskShot = Review["shots"][number] & { photo: DeskPhoto | null };

/** Requested photos, present or missing, then additional ones; without the video. */
export function shotList({ shots, photos }: Pick<Review, "shots" | "photos">): DeskShot[] {
  return shots
    .filter(({ slot }) => slot !== "video")
    .map((slot) => ({ ...slot, photo: newest(photos, slot.slot) }))
    .filter(({ is_asked, photo }) => is_asked || photo !== null);
}

export const videoOf = ({ photos }: Pick<Review, "photos">): DeskPhoto | null =>
  photos.find(({ kind, status }) => kind === "video" && status !== "refused") ?? null;

export const isMissing = ({ is_asked, photo }: DeskShot): boolean =>
  is_asked && (photo === null || photo.status === "refused");

export const canBeSeen = ({ photo }: DeskShot): boolean => photo?.status === "ready";

// A refused photo counts only when its slot has no other.
const newest = (photos: readonly DeskPhoto[], slot: string): DeskPhoto | null => {
  const here = photos.filter((photo) => photo.slot === slot);
  return here.find(({ status }) => status !== "refused") ?? here.at(-1) ?? null;
};
