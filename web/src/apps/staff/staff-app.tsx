import { QueryClientProvider } from "@tanstack/react-query";
import { Router } from "wouter";
import { Toaster } from "#ui/toast.tsx";
import { queries } from "./queries.ts";
import { SignInGate } from "./session/sign-in-gate.tsx";
import { StaffBoundary } from "./shell/staff-boundary.tsx";
import "./staff.css";

/** /staff: the staff console (OPS-10 to OPS-13). */
export default function StaffApp() {
  return (
    <QueryClientProvider client={queries}>
      <StaffBoundary>
        <Router base="/staff">
          <SignInGate />
        </Router>
      </StaffBoundary>
      <Toaster />
    </QueryClientProvider>
  );
}
