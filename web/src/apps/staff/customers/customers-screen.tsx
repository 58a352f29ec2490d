import { staffWords as words } from "../copy.ts";
import { Screen } from "../shell/screen.tsx";

export default function CustomersScreen() {
  return <Screen title={words.customers}>{null}</Screen>;
}
