import { useMutation, useQueryClient } from "@tanstack/react-query";
import { errorCode, errorMessage } from "#api/error-messages.ts";
import { myBooking } from "#api/my-booking.ts";
import { moveWords } from "./move-copy.ts";

type Slot = { day: string; time_window: "morning" | "afternoon" };

const DAY_GONE = new Set(["day_full", "day_not_offered"]);

/** Move the appointment; when the day is taken, the calendar is loaded again. */
export function useReschedule(onMoved: () => void) {
  const queries = useQueryClient();
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: (slot: Slot) => myBooking.reschedule(slot),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ["availability"] });
      onMoved();
    },
    onError: (failure) => {
      if (DAY_GONE.has(errorCode(failure)))
        void queries.invalidateQueries({ queryKey: ["availability"] });
    },
  });
  return {
    move: (slot: Slot) => mutate(slot),
    forgetRefusal: reset,
    isMoving: isPending,
    isDayGone: DAY_GONE.has(errorCode(error)),
    refusal: error ? errorMessage(error, moveWords.refusals) : null,
  };
}
