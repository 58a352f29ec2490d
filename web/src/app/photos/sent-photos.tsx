import type { Photo } from "#features/photo-upload/review.ts";
import { copy } from "./copy.ts";

export function SentPhotos({ photos }: { photos: readonly Photo[] }) {
  const sent = photos.filter(({ kind, status }) => kind === "photo" && status !== "refused");
  const shown = sent.filter(({ thumbnail_url }) => thumbnail_url);

  return (
    <section>
      <h2 className="text-xl">{copy.sent(sent.length)}</h2>
      <ul className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-2">
        {shown.map(({ id, thumbnail_url }, index) => (
          <li key={id}>
            <img
              className="aspect-4/3 w-full rounded-sm bg-surface-sunken object-cover"
              src={thumbnail_url ?? ""}
              alt={copy.sentPhoto(index + 1)}
              width={160}
              height={120}
              loading="lazy"
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
