import { lazy, Suspense, useState } from "react";
import type { ChangeAnswer, MyBooking } from "#api/my-booking.ts";
import { PricePanel } from "#features/price-lock/price-panel.tsx";

const ChangeAnswered = lazy(async () => {
  const { ChangeAnswered } = await import("#features/price-lock/change-answered.tsx");
  return { default: ChangeAnswered };
});
const ChangeOrder = lazy(async () => {
  const { ChangeOrder } = await import("#features/price-lock/change-order.tsx");
  return { default: ChangeOrder };
});

type PricePartProps = { booking: MyBooking; onAnswered: () => void };

/** The price, a change order that waits for an answer, and the result of that answer. */
export function PricePart({ booking, onAnswered }: PricePartProps) {
  const { price, package: bought, generator, status } = booking;
  const [answered, setAnswer] = useState<ChangeAnswer | null>(null);
  const isOpen = price.change !== null && status !== "cancelled";

  return (
    <PricePanel
      price={price}
      package={bought}
      generator={generator}
      question={
        <>
          {isOpen && price.change && (
            <Suspense>
              <ChangeOrder
                key={price.change.id}
                change={price.change}
                onAnswered={(result) => {
                  setAnswer(result);
                  onAnswered();
                }}
              />
            </Suspense>
          )}
          {!isOpen && answered && (
            <Suspense>
              <ChangeAnswered answer={answered} />
            </Suspense>
          )}
        </>
      }
    />
  );
}
