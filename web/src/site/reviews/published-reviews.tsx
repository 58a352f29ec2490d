import { useCallback, useEffect, useState } from "react";
import { api, type Schemas, unwrap } from "#api/client.ts";
import { longDay } from "#lib/dates.ts";
import { wholeDollars } from "#lib/money.ts";
import { m } from "#paraglide/messages.js";
import { Loaded } from "#ui/loaded.tsx";

type Published = Schemas["ReviewsOut"];
type Review = Published["reviews"][number];

/** The reviews of finished orders, each with its day and price; that there are none yet, if so. */
export default function PublishedReviews() {
  return (
    <Loaded query={useReviews()} loading={m.reviews_loading()} failed={m.reviews_failed()}>
      {({ count, average_stars, reviews }) =>
        reviews.length === 0 ? (
          <p className="text-lg">{m.reviews_none()}</p>
        ) : (
          <div className="grid gap-6">
            <p className="text-lg font-semibold">
              {m.reviews_average({ count, average: (average_stars ?? 0).toFixed(1) })}
            </p>
            <ul className="grid gap-6 md:grid-cols-2">
              {reviews.map((review) => (
                <ReviewCard key={`${review.name} ${review.text}`} review={review} />
              ))}
            </ul>
          </div>
        )
      }
    </Loaded>
  );
}

function ReviewCard({ review }: { review: Review }) {
  const { stars, text, name, city, generator, price_cents, finished_on } = review;
  return (
    <li className="grid content-start gap-3 rounded-md border border-line bg-surface-raised p-6">
      <p className="tracking-widest text-emphasis">
        <span aria-hidden="true">{"★".repeat(stars).padEnd(5, "☆")}</span>
        <span className="sr-only">{m.reviews_stars({ stars })}</span>
      </p>
      <blockquote className="whitespace-pre-line wrap-anywhere">{text}</blockquote>
      <p className="text-sm text-quiet">
        {m.reviews_facts({
          name,
          city,
          day: longDay(finished_on),
          generator,
          price: wholeDollars(price_cents),
        })}
      </p>
    </li>
  );
}

// One request, so no query library.
function useReviews() {
  const [data, setData] = useState<Published>();
  const [isError, setError] = useState(false);
  const refetch = useCallback(async () => {
    setError(false);
    try {
      setData(await unwrap(api.GET("/api/reviews")));
    } catch {
      setError(true);
    }
  }, []);

  useEffect(() => {
    void refetch();
  }, [refetch]);
  return { data, isError, refetch };
}
