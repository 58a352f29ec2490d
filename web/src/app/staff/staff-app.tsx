import { Router } from "wouter";
import { m } from "#paraglide/messages.js";
import { ToastProvider } from "#ui/toast.tsx";
import { ErrorBoundary } from "../error-boundary.tsx";
import { SignInGate } from "./session/sign-in-gate.tsx";
import { CENTERED } from "./shell/screen.tsx";

/** /staff: the staff console (OPS-10 to OPS-13). */
export default function StaffApp() {
  return (
    <ToastProvider>
      <ErrorBoundary
        name="staff console"
        className={CENTERED}
        title={m.staff_crash()}
        note={m.staff_crash_note()}
      >
        <Router base="/staff">
          <SignInGate />
        </Router>
      </ErrorBoundary>
    </ToastProvider>
  );
}
