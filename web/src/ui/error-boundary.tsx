import { Component, type ReactNode } from "react";
import { logQuietly } from "#lib/log-quietly.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "./button.tsx";

type ErrorBoundaryProps = {
  /** The part of the application, for the log. */
  name: string;
  className?: string | undefined;
  title?: string;
  note?: string;
  children: ReactNode;
};

/** Shows that its content broke. What was entered or saved is safe, so a reload continues there. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override componentDidCatch(error: unknown) {
    logQuietly(`${this.props.name} broke`)(error);
  }

  override render() {
    const {
      className = "mx-auto max-w-168 px-gutter py-12",
      title = m.error_boundary_title(),
      note = m.error_boundary_saved(),
      children,
    } = this.props;
    if (!this.state.isBroken) return children;
    return (
      <div className={className} role="alert">
        <h1>{title}</h1>
        <p>{note}</p>
        <Button onClick={() => location.reload()}>{m.error_boundary_reload()}</Button>
      </div>
    );
  }
}
