import { useEffect, useState } from "react";
import { staffFile } from "#api/staff.ts";
import { Button } from "#ui/button.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { StaffProblem } from "../shell/staff-problem.tsx";
import { copy } from "./copy.ts";
import type { ReviewPhoto } from "./photo-slots.ts";

type Loading = { is: "asked" } | { is: "here"; src: string } | { is: "failed"; failure: unknown };

/**
 * Player of a homeowner's video. Videos are large, so it is loaded on demand and its memory
 * released afterwards.
 */
export function ReviewVideo({ video }: { video: ReviewPhoto }) {
  const [loading, setLoading] = useState<Loading | null>(null);
  const src = loading?.is === "here" ? loading.src : null;

  useEffect(() => () => URL.revokeObjectURL(src ?? ""), [src]);

  const load = () => {
    setLoading({ is: "asked" });
    staffFile(video.shown_url ?? "").then(
      (file) => setLoading({ is: "here", src: URL.createObjectURL(file) }),
      (failure: unknown) => setLoading({ is: "failed", failure }),
    );
  };

  return (
    <section aria-labelledby="film-title">
      <h2 className="text-sm" id="film-title">
        {copy.video}
      </h2>
      {video.shown_url === null && <p className="text-xs text-quiet">{copy.onItsWay}</p>}
      {video.shown_url !== null && loading === null && (
        <Button variant="outline" size="sm" onClick={load}>
          {copy.loadVideo(copy.megabytes(video.size_bytes))}
        </Button>
      )}
      {loading?.is === "asked" && <Spinner label={copy.loadingVideo} />}
      {loading?.is === "failed" && <StaffProblem problem={loading.failure} onAgain={load} />}
      {src && (
        <div className="grid justify-items-start gap-2">
          {/* biome-ignore lint/a11y/useMediaCaption: a homeowner's own video has none */}
          <video className="max-h-[60svh] w-full bg-deep" controls src={src} />
          <a href={src} download="video.mp4">
            {copy.download}
          </a>
        </div>
      )}
    </section>
  );
}
