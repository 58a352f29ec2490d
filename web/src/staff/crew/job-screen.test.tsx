import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, test, vi } from "vitest";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { answers, click, mockCall, sent, server, user } from "../staff.setup.tsx";
import type { CrewJob, CrewJobs, Waiting } from "./crew-store.ts";
import { JobScreen } from "./job-screen.tsx";
import { CrewContext } from "./use-crew.ts";

// The phone's own database, which the test's page does not have.
const waiting: Waiting[] = [];
vi.mock("./crew-store.ts", () => ({
  storedJobs: async () => null,
  storeJobs: async () => {},
  waitingOf: async () => [...waiting],
  putWaiting: async (each: Waiting) => void waiting.push(each),
  removeWaiting: async () => {},
}));

const JOB: CrewJob = {
  id: "7c1d8d2e-0000-4000-8000-000000000001",
  code: "ABCD",
  day: "2026-03-05",
  ends_on: "2026-03-05",
  time_window: "morning",
  start_at: "2026-03-05T14:30:00Z",
  end_at: "2026-03-05T18:30:00Z",
  is_completed: false,
  technician: "Grace Hopper",
  customer_name: "Ada Lovelace",
  phone: "(281) 555-0100",
  address: "24 Waterway Ave, The Woodlands, TX 77380",
  band: "close",
  band_from_ft: 0,
  band_max_ft: 25,
  run_ft: 20,
  quoted_run_ft: null,
  generator: "Generac Guardian, 22 kW",
  answers: {},
  homeowner_notes: "",
  office_notes: [],
  pictures: [],
  open_steps: ["final_inspection", "startup"],
  report: {
    job_id: "7c1d8d2e-0000-4000-8000-000000000001",
    checklist: [],
    hours: [],
    serial_number: "3015441288",
    notes: "",
    arrived_at: "2026-03-05T14:40:00Z",
    signed_by: "Ada Lovelace",
    signed_at: "2026-03-05T17:40:00Z",
    is_drawn: false,
    finished_at: null,
    completed_at: null,
    photos: [],
    missing: [],
  },
};

const SIGNED_TEXT = "I have seen it run.";

type Ways = CrewJobs["notified_by"][string];

function show(job: Partial<CrewJob> = {}, notifiedBy: Ways = ["email", "sms"]) {
  waiting.length = 0;
  const jobs: CrewJobs = {
    today: JOB.day,
    now: "2026-03-05T18:00:00Z",
    signed_text: SIGNED_TEXT,
    checklist: [],
    jobs: [{ ...JOB, ...job }],
    visits: [],
    notified_by: { [JOB.id]: notifiedBy },
  };
  answers("/crew/jobs", jobs);
  const { hook } = memoryLocation({ path: `/crew/${JOB.id}` });
  const queries = new QueryClient();
  render(
    <QueryClientProvider client={queries}>
      <Router hook={hook}>
        <CrewContext value={{ member: { id: "u", name: "Grace Hopper" }, isSignedIn: true }}>
          <JobScreen id={JOB.id} />
        </CrewContext>
      </Router>
    </QueryClientProvider>,
  );
}

test("OPS-18.1 a job is complete only after a word on who is told and billed", async () => {
  show();
  await click("The job is complete");
  const asked = within(await screen.findByRole("dialog"));
  expect(asked.getByText("Not marked as done: Final inspection, Start-up.")).toBeTruthy();
  expect(
    asked.getByText(
      /^Ada Lovelace’s page then says .* and what is left of the price becomes due\./,
    ),
  ).toBeTruthy();
  await click("Not yet");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(waiting).toEqual([]);

  await click("The job is complete");
  await click("Yes, it is complete");

  await waitFor(() => expect(waiting.map(({ command }) => command.kind)).toEqual(["complete"]));
  expect(await screen.findByText(/^Complete\. The office sees it/)).toBeTruthy();
});

test("the homeowner is told that the crew is on the way, or the phone says it could not", async () => {
  show({ report: { ...JOB.report, arrived_at: null } });
  const call = `/crew/jobs/${JOB.id}/on-the-way`;
  server.use(http.post(`*/api/staff${call}`, () => HttpResponse.error()));
  await click("I’m on the way");
  await click("Yes, tell them");
  expect(await screen.findByText(/^Nobody was told: this needs signal/)).toBeTruthy();

  mockCall("post", call, () => HttpResponse.json({ notified_by: ["email"] }));
  await click("I’m on the way");
  await click("Yes, tell them");

  expect(
    await screen.findByText("The message to Ada Lovelace that you are on the way leaves by email."),
  ).toBeTruthy();
  expect(sent.at(-1)?.body).toMatchObject({ day: JOB.day });
  expect(screen.queryByRole("button", { name: "I’m on the way" })).toBeNull();
});

test.each([
  [
    ["email", "sms"],
    /^We write to Ada Lovelace .*, by text and email\./,
    /leaves by text and email/,
  ],
  [["sms"], /^We write to Ada Lovelace .*, by text\./, /leaves by text\.$/],
  [[], /^No message can reach Ada Lovelace now: /, /^Ada Lovelace was not told: .* call them\.$/],
] as [Ways, RegExp, RegExp][])("TRUTH-03.3 by %j: the phone says who is told", async (...of) => {
  const [ways, before, after] = of;
  show({ report: { ...JOB.report, arrived_at: null } }, ways);
  mockCall("post", `/crew/jobs/${JOB.id}/on-the-way`, () =>
    HttpResponse.json({ notified_by: ways }),
  );
  await click("I’m on the way");
  expect(await screen.findByText(before)).toBeTruthy();
  await click("Yes, tell them");
  expect(await screen.findByText(after)).toBeTruthy();
});

test("TRUTH-03.3 one tap signs nothing: the homeowner types the name and a question comes", async () => {
  show({ report: { ...JOB.report, signed_by: "", signed_at: null, missing: ["signature"] } });
  const sign = await screen.findByRole<HTMLButtonElement>("button", { name: "Sign by name" });
  expect(sign.disabled).toBe(true);

  await user.type(screen.getByLabelText("Full name of the homeowner"), "Ada Lovelace");
  await click("Sign by name");
  expect(await screen.findByRole("heading", { name: /^Is Ada Lovelace signing/ })).toBeTruthy();
  await click("Not yet");
  expect(waiting).toEqual([]);
  await click("Sign by name");
  await click("Yes, they are signing in person");
  await waitFor(() => expect(waiting.map(({ command }) => command.kind)).toEqual(["sign"]));

  await click("Take the signature back");
  await screen.findByRole("button", { name: "Sign by name" });
  expect(waiting.at(-1)?.command).toEqual({ kind: "record", body: { unsigned: true } });
});
