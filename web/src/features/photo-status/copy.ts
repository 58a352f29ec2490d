import type { PhotosState } from "#api/my-booking.ts";

export const copy = {
  title: "Photos",
  badges: {
    awaiting_photos: "Waiting for you",
    submitted: "In review",
    retake_requested: "One more look",
    decided: "Reviewed",
    cancelled: "Not needed",
  } satisfies Record<PhotosState["status"], string>,
  count: (count: number, least: number) => `${count} of ${least} photos are here`,
  enough: (count: number) => (count === 1 ? "1 photo is here" : `${count} photos are here`),
  texts: {
    awaiting_photos:
      "The open panel, the wall around it, both meters and the spot for the generator. We show you how on every one.",
    submitted:
      "Thank you. Within 24-48 business hours we confirm the distance and lock your price.",
    retake_requested: "What we could not see:",
    decided: "They confirmed the distance of your installation.",
    cancelled: "",
  } satisfies Record<PhotosState["status"], string>,
  add: "Add photos",
  retake: "Take them again",
  see: "See your photos",
} as const;
