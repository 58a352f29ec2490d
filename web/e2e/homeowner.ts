/** The homeowner's actions by API calls, for tests of staff screens. */
import { expect, type Page } from "@playwright/test";

const WORKER_TIMEOUT = { timeout: 60_000 }; // the worker's next rounds, on a busy machine

export const fetchMyBooking = async (visitor: Page, path = "") =>
  (await visitor.request.get(`/api/my-booking${path}`)).json();

export async function accept(visitor: Page) {
  await expect
    .poll(async () => (await fetchMyBooking(visitor)).next_step.key, WORKER_TIMEOUT)
    .toBe("accept_proposal");
  const { proposal } = await fetchMyBooking(visitor);
  const accepted = await visitor.request.post("/api/my-booking/proposal/accept", {
    data: {
      proposal_id: proposal.id,
      sha256: proposal.sha256,
      typed_name: "Ada Lovelace",
      agrees: true,
    },
  });
  expect(accepted.ok(), await accepted.text()).toBe(true);
}

export async function pay(visitor: Page, milestone: string) {
  const opened = await visitor.request.post("/api/my-booking/payments", {
    headers: { "Idempotency-Key": crypto.randomUUID() },
    data: { purpose: "milestone", milestone, method: "debit_card" },
  });
  expect(opened.status(), await opened.text()).toBe(201);
  const { url } = await opened.json();
  await visitor.request.post(url, { form: { outcome: "approve_debit" } });
  await expect
    .poll(async () => {
      const { milestones } = await fetchMyBooking(visitor, "/money");
      return milestones.find(({ kind }: { kind: string }) => kind === milestone).status;
    }, WORKER_TIMEOUT)
    .toBe("paid");
}
