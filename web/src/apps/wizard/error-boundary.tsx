import { Component, type ReactNode } from "react";
import { logQuietly } from "#lib/log-quietly.ts";
import { Button } from "#ui/button.tsx";
import { wizardWords as words } from "./copy.ts";

/**
 * Error boundary of the wizard. The draft is saved, so a reload continues where the visitor was.
 */
export class ErrorBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override componentDidCatch(error: unknown) {
    logQuietly("wizard step broke")(error);
  }

  override render() {
    if (!this.state.isBroken) return this.props.children;
    return (
      <div className="wizard__crash" role="alert">
        <h1>{words.crash}</h1>
        <p>{words.crashNote}</p>
        <Button onClick={() => location.reload()}>{words.reload}</Button>
      </div>
    );
  }
}
