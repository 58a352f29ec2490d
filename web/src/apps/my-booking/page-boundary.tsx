import { Component, type ReactNode } from "react";
import { logQuietly } from "#lib/log-quietly.ts";
import { Button } from "#ui/button.tsx";
import { bookingWords as words } from "./copy.ts";

/** A page that broke: the booking is the server's, so loading again shows it (spec §8). */
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
