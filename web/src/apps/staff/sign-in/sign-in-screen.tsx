import type { StaffState } from "#lib/api/staff-session.ts";
import { staffWords as words } from "../copy.ts";

export default function SignInScreen({ state }: { state: StaffState }) {
  return (
    <main className="door" data-state={state.is}>
      <h1>{words.product}</h1>
    </main>
  );
}
