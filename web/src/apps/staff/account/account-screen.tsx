import { staffWords as words } from "../copy.ts";
import { Screen } from "../shell/screen.tsx";

export default function AccountScreen() {
  return <Screen title={words.account}>{null}</Screen>;
}
