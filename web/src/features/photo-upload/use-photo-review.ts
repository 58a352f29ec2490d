/**
 * The booking's photo review, polled while the server still processes a photo. One request, so no
 * query library.
 */
import { useCallback, useEffect, useRef, useState } from "react";
import { fetchReview } from "./photo-calls.ts";
import { isLookedAt, type Review } from "./review.ts";

const LOOK_AGAIN_MS = 1500;
const LATER_MS = 6000;
const QUICK_LOOKS = 20;

type PhotoReviewState = { review: Review | null; failure: unknown };

export function usePhotoReview() {
  const [{ review, failure }, setAsked] = useState<PhotoReviewState>({
    review: null,
    failure: null,
  });
  const looks = useRef(0);

  const load = useCallback(async () => {
    try {
      const review = await fetchReview();
      setAsked({ review, failure: null });
    } catch (failure) {
      setAsked((before) => ({ ...before, failure }));
    }
  }, []);

  useEffect(() => {
    void load();
  }, [load]);

  useEffect(() => {
    if (!review || !isLookedAt(review)) {
      looks.current = 0;
      return;
    }
    looks.current += 1;
    const wait = looks.current > QUICK_LOOKS ? LATER_MS : LOOK_AGAIN_MS;
    const timer = setTimeout(load, wait);
    return () => clearTimeout(timer);
  }, [review, load]);

  return { review, failure, load };
}
