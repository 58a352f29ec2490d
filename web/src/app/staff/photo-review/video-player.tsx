import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { staffFile } from "#api/staff.ts";
import { Button } from "#ui/button.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { StaffProblem } from "../shell/staff-problem.tsx";
import { copy } from "./copy.ts";
import type { ReviewPhoto } from "./photo-slots.ts";

/**
 * Player of a homeowner's video. Videos are large, so it is loaded on demand and its memory
 * released afterwards.
 */
export function ReviewVideo({ video }: { video: ReviewPhoto }) {
  const {
    mutate,
    data: src,
    isIdle,
    isPending,
    error,
  } = useMutation({
    mutationFn: async () => URL.createObjectURL(await staffFile(video.shown_url ?? "")),
  });

  useEffect(() => () => URL.revokeObjectURL(src ?? ""), [src]);

  return (
    <section aria-labelledby="film-title">
      <h2 className="text-sm" id="film-title">
        {copy.video}
      </h2>
      {video.shown_url === null && <p className="text-xs text-quiet">{copy.onItsWay}</p>}
      {video.shown_url !== null && isIdle && (
        <Button variant="outline" size="sm" onClick={() => mutate()}>
          {copy.loadVideo(copy.megabytes(video.size_bytes))}
        </Button>
      )}
      {isPending && <Spinner label={copy.loadingVideo} />}
      {error && <StaffProblem problem={error} onAgain={() => mutate()} />}
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
