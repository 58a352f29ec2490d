import { QueryClientProvider } from "@tanstack/react-query";
import { Router } from "wouter";
import { Toaster } from "#ui/toast.tsx";
import { queries } from "./queries.ts";
import { Door } from "./session/door.tsx";
import { StaffBoundary } from "./shell/staff-boundary.tsx";
import "./staff.css";

/** /staff: what the office works with all day (OPS-10 to OPS-13). */
export default function StaffApp() {
  return (
    <QueryClientProvider client={queries}>
      <StaffBoundary>
        <Router base="/staff">
          <Door />
        </Router>
      </StaffBoundary>
      <Toaster />
    </QueryClientProvider>
  );
}
