import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { BOOKING_KEY, myBooking, type PaymentRequest } from "#lib/api/my-booking.ts";
import { refusalWords } from "#lib/refusals.ts";
import { copy } from "./copy.ts";

const QUERY_KEY = [BOOKING_KEY, "money"];

/** What is owed, paid and credited, from the server: the web adds nothing up. */
export const useMoney = () => useQuery({ queryKey: QUERY_KEY, queryFn: myBooking.money });

/** `onOpened` is given the payment page's address; coming back from it makes the button a button again. */
export function usePayment(onOpened: (url: string) => void) {
  const queries = useQueryClient();
  const { mutate, reset, isPending, isSuccess, error } = useMutation({
    mutationFn: (payment: PaymentRequest) => myBooking.pay(payment),
    onSuccess: ({ url }) => onOpened(url),
    onError: () => queries.invalidateQueries({ queryKey: QUERY_KEY }),
  });

  useEffect(() => {
    const onReturn = (event: PageTransitionEvent) => event.persisted && reset();
    window.addEventListener("pageshow", onReturn);
    return () => window.removeEventListener("pageshow", onReturn);
  }, [reset]);

  return {
    pay: (payment: PaymentRequest) => mutate(payment),
    isOpening: isPending || isSuccess,
    refusal: error ? refusalWords(error, copy.refusals) : null,
  };
}
