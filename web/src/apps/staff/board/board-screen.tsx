import { staffWords as words } from "../copy.ts";
import { Screen } from "../shell/screen.tsx";

export default function BoardScreen() {
  return <Screen title={words.board}>{null}</Screen>;
}
