import { staffWords as words } from "../copy.ts";
import { Screen } from "../shell/screen.tsx";

export default function OverviewScreen() {
  return <Screen title={words.overview}>{null}</Screen>;
}
