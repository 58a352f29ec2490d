import { staffWords as words } from "../copy.ts";
import { Screen } from "../shell/screen.tsx";

export default function QueueScreen() {
  return <Screen title={words.photos}>{null}</Screen>;
}
