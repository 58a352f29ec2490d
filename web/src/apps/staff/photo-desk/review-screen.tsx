import { staffWords as words } from "../copy.ts";
import { Screen } from "../shell/screen.tsx";

export default function ReviewScreen() {
  return <Screen title={words.photoReview}>{null}</Screen>;
}
