import type { Photo } from "#features/photo-upload/review.ts";
import { copy } from "./copy.ts";

export function SentPhotos({ photos }: { photos: readonly Photo[] }) {
  const sent = photos.filter(({ kind, status }) => kind === "photo" && status !== "refused");
  const shown = sent.filter(({ thumbnail_url }) => thumbnail_url);

  return (
    <section>
      <h2>{copy.sent(sent.length)}</h2>
      <ul className="photos__sent">
        {shown.map(({ id, thumbnail_url }, index) => (
          <li key={id}>
            <img
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
