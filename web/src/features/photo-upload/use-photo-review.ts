/** The booking's photo review, polled while the server still processes a photo. */
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { fetchReview } from "./photo-calls.ts";
import { isLookedAt } from "./review.ts";

const LOOK_AGAIN_MS = 1500;
const LATER_MS = 6000;
const QUICK_LOOKS = 20;

export function usePhotoReview() {
  const looks = useRef(0);
  const { data, error, refetch } = useQuery({
    queryKey: ["my-booking", "photos"],
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
