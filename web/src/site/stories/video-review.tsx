import { analyticsAttributes } from "#lib/analytics.ts";
import { Button } from "#ui/button.tsx";
import { awake } from "./copy.ts";

/** Not offered yet: the button only says so (HOME-03.3). */
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
