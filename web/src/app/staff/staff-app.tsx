import { Router } from "wouter";
import { ToastProvider } from "#ui/toast.tsx";
import { ErrorBoundary } from "../error-boundary.tsx";
import { staffWords } from "./copy.ts";
import { SignInGate } from "./session/sign-in-gate.tsx";
import { CENTERED } from "./shell/screen.tsx";

/** /staff: the staff console (OPS-10 to OPS-13). */
export default function StaffApp() {
  return (
    <ToastProvider>
      <ErrorBoundary name="staff console" className={CENTERED} words={staffWords}>
        <Router base="/staff">
          <SignInGate />
        </Router>
      </ErrorBoundary>
    </ToastProvider>
  );
}
