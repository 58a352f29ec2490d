import { Component, type ReactNode } from "react";
import { logQuietly } from "#lib/log-quietly.ts";
import { Button } from "#ui/button.tsx";
import { staffWords as words } from "../copy.ts";

/** Error boundary of a screen. Saved data is on the server. */
export class StaffBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override componentDidCatch(error: unknown) {
    logQuietly("the staff console broke")(error);
  }

  override render() {
    if (!this.state.isBroken) return this.props.children;
    return (
      <div className="door" role="alert">
        <h1>{words.crash}</h1>
        <p>{words.crashNote}</p>
        <Button onClick={() => location.reload()}>{words.reload}</Button>
      </div>
    );
  }
}
