import { staffWords as words } from "../copy.ts";
import { Screen } from "../shell/screen.tsx";

export default function OrderScreen() {
  return <Screen title={words.order}>{null}</Screen>;
}
