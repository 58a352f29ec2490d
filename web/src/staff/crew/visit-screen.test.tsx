import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { hrefOf } from "#test-support.ts";
import { answers, click, user } from "../staff.setup.tsx";
import type { CrewJobs, CrewVisit, Waiting } from "./crew-store.ts";
import { JobsScreen } from "./jobs-screen.tsx";
import { CrewContext } from "./use-crew.ts";
import { VisitScreen } from "./visit-screen.tsx";

// The phone's own database, which the test's page does not have.
const waiting: Waiting[] = [];
vi.mock("./crew-store.ts", () => ({
  storedJobs: async () => null,
  storeJobs: async () => {},
  waitingOf: async () => [...waiting],
  putWaiting: async (each: Waiting) => void waiting.push(each),
}));

const VISIT: CrewVisit = {
  id: 7,
  day: "2026-03-05",
  time_window: "morning",
  start_at: "2026-03-05T14:30:00Z",
  end_at: "2026-03-05T18:30:00Z",
  customer_name: "Vera Visited",
  phone: "(281) 555-0142",
  address: "1 Oak St, Spring, TX 77380",
  outcome: "",
  done_at: null,
};

function show(screenOf: "list" | "visit", change: Partial<CrewVisit> = {}) {
  waiting.length = 0;
  const jobs: CrewJobs = {
    today: "2026-03-05",
    now: "2026-03-05T18:00:00Z",
    signed_text: "",
    checklist: [],
    jobs: [],
    notified_by: {},
    visits: [{ ...VISIT, ...change }],
  };
  answers("/crew/jobs", jobs);
  answers("/crew/calendar", { technician_id: null, name: "", url: null, created_at: null });
  const { hook } = memoryLocation({ path: "/crew/visits/7" });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Router hook={hook}>
        <CrewContext value={{ member: { id: "u", name: "Grace Hopper" }, isSignedIn: true }}>
          {screenOf === "list" ? <JobsScreen /> : <VisitScreen id="7" />}
        </CrewContext>
      </Router>
    </QueryClientProvider>,
  );
}

test("a visit stands among the jobs of its day, as another kind", async () => {
  show("list");

  await screen.findByRole("link", { name: /Vera Visited.*Diagnostic/ });
  expect(hrefOf(/Vera Visited/)).toContain("/crew/visits/7");
  screen.getByRole("heading", { name: /Thursday, March 5, 2026/ });
});

test("OPS-19.2 a visit has its way, its phone and its hours, and is done without signal", async () => {
  show("visit");

  await screen.findByRole("heading", { name: "Vera Visited" });
  screen.getByText(/Thursday, March 5, 2026, 8:30 AM – 12:30 PM/);
  expect(hrefOf("Map")).toContain("1+Oak+St");
  expect(hrefOf("Call")).toBe("tel:+12815550142");
  const done = screen.getByRole<HTMLButtonElement>("button", { name: "The visit is done" });
  expect(done.disabled).toBe(true);
  await user.type(screen.getByLabelText(/What did you find/), "The panel is full.");
  await click("The visit is done");

  await screen.findByText(/^Done at /);
  expect(waiting).toMatchObject([
    {
      jobId: "7",
      customer: "Vera Visited",
      command: { kind: "visit", outcome: "The panel is full." },
    },
  ]);
});

test("a visit of a later day is not done yet", async () => {
  show("visit", { day: "2026-03-06" });
  await screen.findByText(/Friday, March 6, 2026, 8:30/);
  await user.type(screen.getByLabelText(/What did you find/), "Nothing yet");
  const done = screen.getByRole<HTMLButtonElement>("button", { name: "The visit is done" });
  expect(done.disabled).toBe(true);
});

test("the outcome of a visit that is done may be corrected", async () => {
  show("visit", { done_at: "2026-03-05T16:00:00Z", outcome: "The panel is full." });

  await screen.findByText("Done at 10:00 AM");
  await user.type(screen.getByLabelText(/What did you find/), " It has one free slot.");
  const correct = screen.getByRole<HTMLButtonElement>("button", { name: "Correct the outcome" });
  expect(correct.disabled).toBe(false);
});
