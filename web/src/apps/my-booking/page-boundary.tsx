import { Component, type ReactNode } from "react";
import { logQuietly } from "#lib/log-quietly.ts";
import { Button } from "#ui/button.tsx";
import { bookingWords as words } from "./copy.ts";

/** Error boundary of the page. The booking lives on the server, so a reload shows it again. */
export class PageBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override componentDidCatch(error: unknown) {
    logQuietly("my booking broke")(error);
  }

  override render() {
    if (!this.state.isBroken) return this.props.children;
    return (
      <div className="booking__state" role="alert">
        <h1>{words.crash}</h1>
        <p>{words.crashNote}</p>
        <Button onClick={() => location.reload()}>{words.reload}</Button>
      </div>
    );
  }
}
