/** Queries and mutations of the photo desk. */

import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Schemas } from "#api/client.ts";
import { callStaff, useStaffQuery } from "#api/staff-calls.ts";
import { reload, staffKeys } from "#api/staff-keys.ts";

export type Review = Schemas["ReviewDetailOut"];
export type WaitingReview = Schemas["WaitingReviewOut"];
export type ReviewStatus = Schemas["PhotoReviewStatus"];
export type Preview = Schemas["PreviewedPriceOut"];
export type Confirmed = {
  feet: number;
  installationCents: number | null;
  /** Of one load management module; null where none is quoted. */
  moduleCents: number | null;
};

const A_HALF_MINUTE = 30_000;
const WHILE_ARRIVING = 4_000;
const A_MOMENT = 250;

export const queueOf = (status: ReviewStatus) =>
  callStaff("get", "/api/staff/photo-reviews", { query: { status } });

export const useQueue = (status: ReviewStatus) =>
  useQuery({
    queryKey: staffKeys.photoReviews.queue(status),
    queryFn: () => queueOf(status),
    refetchInterval: A_HALF_MINUTE,
  });

/** Polled while the worker still processes a photo. */
export const useReview = (id: string) =>
  useStaffQuery(
    staffKeys.photoReviews.one(id),
    "/api/staff/photo-reviews/{review_id}",
    { path: { review_id: id } },
    {
      refetchInterval: ({ state }) =>
        state.data?.photos.some(({ status }) => status === "stored") ? WHILE_ARRIVING : false,
    },
  );

/** Price for a distance, to the cent, requested once typing pauses; changes nothing. */
export const usePreview = (id: string, confirmed: Confirmed | null) =>
  useQuery({
    queryKey: staffKeys.photoReviews.price(id, confirmed),
    queryFn: async ({ signal }) => {
      await pause(A_MOMENT); // more typing asks for another price, which cancels this one
      signal.throwIfAborted();
      const query = {
        run_ft: confirmed?.feet ?? 0,
        installation_cents: confirmed?.installationCents ?? null,
        module_cents: confirmed?.moduleCents ?? null,
      };
      const given = { path: { review_id: id }, query };
      return callStaff("get", "/api/staff/photo-reviews/{review_id}/price", given, { signal });
    },
    enabled: confirmed !== null,
    placeholderData: keepPreviousData,
    retry: false,
  });

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export function useDecision(id: string) {
  return useReviewChange(id, (body: Schemas["ReviewDecisionIn"]) =>
    callStaff("post", "/api/staff/photo-reviews/{review_id}/decide", {
      path: { review_id: id },
      body,
    }),
  );
}

export function useRetake(id: string) {
  return useReviewChange(id, (body: Schemas["RetakeIn"]) =>
    callStaff("post", "/api/staff/photo-reviews/{review_id}/retake", {
      path: { review_id: id },
      body,
    }),
  );
}

// The review is loaded again after success and failure: another staff user may have decided first.
function useReviewChange<Body, Answer>(id: string, send: (body: Body) => Promise<Answer>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSettled: () => {
      void reload(queries, staffKeys.photoReviews.all);
      void queries.invalidateQueries({ queryKey: staffKeys.photoReviews.one(id), exact: true });
    },
  });
}

export type ReviewPhoto = Review["photos"][number];
export type ReviewSlot = Review["shots"][number] & { photo: ReviewPhoto | null };

/** Requested photos, present or missing, then additional ones; without the video. */
export function reviewSlots({ shots, photos }: Pick<Review, "shots" | "photos">): ReviewSlot[] {
  return shots
    .filter(({ slot }) => slot !== "video")
    .map((slot) => ({ ...slot, photo: newest(photos, slot.slot) }))
    .filter(({ is_required, photo }) => is_required || photo !== null);
}

export const videoOf = ({ photos }: Pick<Review, "photos">): ReviewPhoto | null =>
  photos.find(({ kind, status }) => kind === "video" && status !== "refused") ?? null;

export const isMissing = ({ is_required, photo }: ReviewSlot): boolean =>
  is_required && (photo === null || photo.status === "refused");

export const canBeSeen = ({ photo }: ReviewSlot): boolean => photo?.status === "ready";

// A refused photo counts only when its slot has no other.
const newest = (photos: readonly ReviewPhoto[], slot: string): ReviewPhoto | null => {
  const ofSlot = photos.filter((photo) => photo.slot === slot);
  return ofSlot.find(({ status }) => status !== "refused") ?? ofSlot.at(-1) ?? null;
};
