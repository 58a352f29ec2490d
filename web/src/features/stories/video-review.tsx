import { analyticsAttributes } from "#lib/analytics.ts";
import { Button } from "#ui/button.tsx";
import { awake } from "./copy.ts";

/** Not offered yet, and says so (spec §2). */
export function VideoReview() {
  return (
    <Button
      variant="outline"
      onClick={() => alert(awake.reviewSoon)}
      {...analyticsAttributes("story_video_review_clicked")}
    >
      {awake.review}
    </Button>
  );
}
