import { staffWords as words } from "../copy.ts";
import { Screen } from "../shell/screen.tsx";

export default function TrailScreen() {
  return <Screen title={words.trail}>{null}</Screen>;
}
