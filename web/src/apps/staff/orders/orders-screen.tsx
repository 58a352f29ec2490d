import { staffWords as words } from "../copy.ts";
import { Screen } from "../shell/screen.tsx";

export default function OrdersScreen() {
  return <Screen title={words.orders}>{null}</Screen>;
}
