/**
 * Remembers which file belongs to a partly uploaded photo, so that after a reload the same file
 * resumes.
 */
import { readLocal, removeLocal, writeLocal } from "#lib/storage.ts";

type StoredUpload = { name: string; size: number; lastModified: number };

const keyOf = (photoId: string) => `photo-begun-${photoId}`;

export const storeUpload = (photoId: string, { name, size, lastModified }: File): void => {
  writeLocal(keyOf(photoId), { name, size, lastModified });
};

export const clearUpload = (photoId: string): void => removeLocal(keyOf(photoId));

export function isSameFile(photoId: string, file: File): boolean {
  const mark = readLocal<StoredUpload>(keyOf(photoId));
  return (
    mark?.name === file.name && mark.size === file.size && mark.lastModified === file.lastModified
  );
}
