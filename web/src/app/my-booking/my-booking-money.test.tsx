import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test, vi } from "vitest";
import type { Milestone, MyBooking, ProposalContents } from "#api/my-booking.ts";
import {
  aBooking,
  aNextStep,
  anEntry,
  aProposal,
  CHANGE,
  DUE_ENTRIES,
  ENTRIES,
  MILESTONES,
  PROPOSAL_CONTENTS,
} from "#fixtures/my-booking.ts";
import { renderInApp } from "#fixtures/render-in-app.tsx";
import { hrefOf, refused } from "#test-support.ts";
import {
  answers,
  mockPost,
  part,
  sent,
  serveParts,
  server,
  showBooking,
} from "./my-booking.setup.tsx";
import MyBookingApp from "./my-booking-app.tsx";

const CHANGES = "/my-booking/change-orders/:id";
const click = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

const changeProposed: Partial<MyBooking> = {
  next_step: aNextStep("decide_change"),
  price: { ...aBooking().price, status: "change_proposed", change: CHANGE },
};
const due = {
  balance_cents: 3_073_69,
  milestones: MILESTONES,
  entries: DUE_ENTRIES,
};
const aRefund = (status: "requested" | "returned") => ({
  refunds: [
    {
      amount_cents: 100_00,
      status,
      at: "2026-11-22T16:00:00Z",
      reason: "",
      is_on_its_way: status === "requested",
    },
  ],
});
const inPart = async (name: string, role: string, what: string | RegExp) =>
  within(await part(name)).findByRole(role, { name: what });

test("BOOK-04.6 the promised price to the cent, with its receipt to check", async () => {
  await showBooking();
  const price = within(await part("Your price"));

  for (const words of ["Promised", "$4,990.00", "$6,979.00", "$575.77", "$150.00", "$12,694.77"])
    expect(price.getByText(words)).toBeTruthy();
  expect(price.getByText("K7QM-2XWD-9TRA")).toBeTruthy();
  expect(hrefOf("Check it")).toBe("/verify/K7QM-2XWD-9TRA");
});

test.each([
  [25, "awaiting_photos", /^Promised for a run of up to 25 ft\. Your photos confirm it, and/],
  [50, "awaiting_photos", /a run of 25 ft or less lowers it/],
  [25, "decided", /Your photos are reviewed: no other price holds unless you agree/],
] as const)(
  "TRUTH-03.1 up to %i ft with photos %s the price says what can still change it",
  async (max_distance_feet, status, words) => {
    const { photos, package: bought } = aBooking();
    await showBooking({
      package: { ...bought, max_distance_feet },
      photos: photos && { ...photos, status },
    });

    expect(within(await part("Your price")).getByText(words)).toBeTruthy();
  },
);

test("TRUTH-03.1 a canceled order without documents promises none", async () => {
  serveParts({ status: "cancelled" });
  answers("/my-booking/documents", []);
  renderInApp(<MyBookingApp />);

  const documents = within(await part("Documents"));
  expect(await documents.findByText(/No document was made before/)).toBeTruthy();
  expect(documents.queryByText(/appear here/)).toBeNull();
});

test("a locked price says since when and for which run", async () => {
  const locked = { status: "locked", locked_at: "2026-11-22T18:00:00Z" } as const;
  await showBooking({
    price: { ...aBooking().price, ...locked, confirmed_run_ft: 21, version: 2 },
  });

  for (const words of ["Locked", /Locked on Sunday, November 22, 2026/, "Confirmed run: 21 ft"])
    expect(screen.getByText(words)).toBeTruthy();
});

test("a change stands beside the promise, line by line; what is approved is locked", async () => {
  await showBooking(changeProposed);
  const table = await inPart("Your price", "table", "");
  mockPost(CHANGES, () => refused(500, "unexpected"));

  expect(screen.getByText(/other side of the garage/)).toBeTruthy();
  expect(screen.getByText("The total would go up by 7.9%.")).toBeTruthy();
  const rows = within(table)
    .getAllByRole("row")
    .map((row) => row.textContent);
  expect(rows).toEqual([
    "LinePromisedNew",
    "Installation$4,990.00$5,990.00",
    "Generator$6,979.00$6,979.00",
    "Sales tax$575.77$575.77",
    "Permit$150.00$150.00",
    "Total$12,694.77$13,694.77",
  ]);
  await click("Approve the new price");
  expect((await screen.findByRole("alert")).textContent).toContain("Nothing is lost");
  mockPost(CHANGES, () => HttpResponse.json({ status: "approved", is_refundable: false }));
  answers("/my-booking", aBooking());
  await click("Approve the new price");

  expect(await screen.findByText("The new price is locked")).toBeTruthy();
  expect(sent[1]).toMatchObject({
    path: `/api/my-booking/change-orders/${CHANGE.id}`,
    body: { decision: "approve" },
  });
});

test.each([
  ["run", "within_limit", /not more than 15%.*such as a spot closer to the panel/],
  ["modules", "within_limit", /not more than 15%.*We’ll call you to find another way\.$/],
  ["other", "price_stays", /agreed price is locked: it stays, and so does the agreed work/],
] as const)(
  "a no to a change by %s that is %s means what it says",
  async (cause, if_declined, words) => {
    const change = { ...CHANGE, percent: 19.5, cause, if_declined };
    await showBooking({
      ...changeProposed,
      price: { ...aBooking().price, status: "change_proposed", change },
    });
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.queryByText(/15%/) === null).toBe(if_declined === "price_stays");
    mockPost(CHANGES, () =>
      HttpResponse.json({ status: "declined", is_refundable: false, if_declined, cause }),
    );
    answers("/my-booking", aBooking());
    await click("Decline");
    await click("Decline the change");
    expect((await screen.findByText("You declined the change")).parentElement?.textContent).toMatch(
      if_declined === "price_stays" ? /agreed price and the agreed work stay/ : /find another way/,
    );
  },
);

test("declining says first what it means; over 15 % everything can come back", async () => {
  const change = {
    ...CHANGE,
    percent: 18.036,
    is_refundable: true,
    if_declined: "refundable" as const,
  };
  await showBooking({
    ...changeProposed,
    price: { ...aBooking().price, status: "change_proposed", change },
  });
  mockPost(CHANGES, () =>
    HttpResponse.json({
      status: "declined",
      is_refundable: true,
      if_declined: "refundable",
      cause: "run",
    }),
  );
  expect(screen.getByText(/The new price is locked, and your proposal is next/)).toBeTruthy();
  expect(screen.getByText(/more than 15%, so you can also cancel/)).toBeTruthy();
  await click("Decline");
  expect(screen.getByText(/more than 15%, so you can also cancel/)).toBeTruthy();
  expect(sent).toEqual([]);

  answers("/my-booking", aBooking());
  await click("Decline the change");

  expect(await screen.findByText("You declined the change")).toBeTruthy();
  expect(sent[0]?.body).toEqual({ decision: "decline" });
});

test("below 15 % the box says before any press that the fee stays on its terms", async () => {
  await showBooking({
    ...changeProposed,
    price: {
      ...aBooking().price,
      status: "change_proposed",
      change: { ...CHANGE, is_refundable: false },
    },
  });
  expect(screen.getByText(/not more than 15%, so the .* stays on the usual terms/)).toBeTruthy();
  expect(screen.queryByText(/you can also cancel and get back/)).toBeNull();
  expect(sent).toEqual([]);
});

const words = (block: ProposalContents["clauses"][number]["blocks"][number]): string[] => {
  if (block.kind === "items") return block.items.flatMap(({ name, text }) => [name, text]);
  if (block.kind === "table") return block.rows.map(({ name }) => name);
  return [block.text];
};

test("NEXT-01.5 TRUTH-05.1 every clause is read on the page, above the signature", async () => {
  await showBooking({ proposal: aProposal() });
  const proposal = await part("Your proposal");
  const name = await within(proposal).findByLabelText("Type your full name");

  for (const { heading, blocks } of PROPOSAL_CONTENTS.clauses)
    for (const text of [heading, ...blocks.flatMap(words)]) {
      const shown = within(proposal).getByText(text);
      expect(shown.compareDocumentPosition(name)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    }
  for (const amount of ["$3,173.69", "-$100.00", "$12,594.77"])
    expect(within(proposal).getByText(amount)).toBeTruthy();
  expect(within(proposal).queryByText(aProposal().sha256)).toBeNull();
});

test("TRUTH-05.2 what isn't on the screen can't be signed", async () => {
  serveParts({ proposal: aProposal() });
  server.use(http.get("*/api/my-booking/proposal", () => HttpResponse.json({}, { status: 500 })));
  renderInApp(<MyBookingApp />);

  const proposal = within(await part("Your proposal"));
  expect(await proposal.findByText(/to sign, load it here/)).toBeTruthy();
  expect(proposal.queryByRole("button", { name: "Accept the proposal" })).toBeNull();
});

test.each([
  ["Dorothy Miler", true],
  ["dorothy  MILLER", false],
  ["Dorothy Miller.", false],
])("TRUTH-05.3 signing Dorothy Miller's proposal as %j asks once: %s", async (typed, asks) => {
  const customer = { ...aBooking().customer, name: "Dorothy Miller" };
  serveParts({ customer, proposal: aProposal() });
  renderInApp(<MyBookingApp />);
  mockPost("/my-booking/proposal/accept", () => HttpResponse.json({}));
  await userEvent.type(await screen.findByLabelText("Type your full name"), typed);
  await userEvent.click(screen.getByRole("checkbox", { name: /I have read the proposal/ }));

  await click("Accept the proposal");

  if (asks) {
    expect(screen.getByText("Sign as Dorothy Miler?")).toBeTruthy();
    expect(screen.getByText("The booking is in the name of Dorothy Miller.")).toBeTruthy();
    expect(sent).toEqual([]);
    await click("Change the name");
    expect(document.activeElement).toBe(screen.getByLabelText("Type your full name"));
    await click("Sign as Dorothy Miler");
  } else expect(screen.queryByText(/^Sign as/)).toBeNull();
  await waitFor(() => expect(sent[0]?.body).toMatchObject({ typed_name: typed }));
});

test("a proposal is accepted by a typed name, for exactly the document that is shown", async () => {
  const next_step = aNextStep("accept_proposal");
  await showBooking({ proposal: aProposal(), next_step });
  mockPost("/my-booking/proposal/accept", () => refused(409, "proposal_changed"));
  const proposal = within(await part("Your proposal"));
  expect(proposal.getByText("PDF, version 1, 184 kB")).toBeTruthy();
  expect(await proposal.findByText(/YOU, THE BUYER, MAY CANCEL/)).toBeTruthy();
  expect(await proposal.findByText("Concrete pad")).toBeTruthy();
  expect(hrefOf("Download the PDF")).toBe(`${aProposal().file.url}?order=${aBooking().id}`);

  await click("Accept the proposal");
  expect(screen.getByText("Please type your full name")).toBeTruthy();
  expect(screen.getByText("Please confirm that you have read and accept it")).toBeTruthy();
  expect(sent).toEqual([]);
  await userEvent.type(screen.getByLabelText("Type your full name"), " Ada Lovelace ");
  await userEvent.click(screen.getByRole("checkbox", { name: /I have read the proposal/ }));
  answers("/my-booking", aBooking({ proposal: aProposal({ version: 2 }) }));
  await click("Accept the proposal");

  expect(await screen.findByText(/The proposal was updated in the meantime/)).toBeTruthy();
  expect(await screen.findByText("PDF, version 2, 184 kB")).toBeTruthy();
  expect(sent[0]?.body).toEqual({
    proposal_id: aProposal().id,
    sha256: aProposal().sha256,
    clauses_sha256: PROPOSAL_CONTENTS.clauses_sha256,
    typed_name: "Ada Lovelace",
    agrees: true,
  });
});

test("an accepted proposal says by whom, when, and until when it can be cancelled", async () => {
  await showBooking({
    proposal: aProposal({
      status: "accepted",
      accepted_at: "2026-11-23T21:10:00Z",
      accepted_name: "Ada Lovelace",
      cancel_until: "2026-11-28T06:00:00Z",
    }),
  });
  const proposal = await part("Your proposal");

  expect(
    within(proposal).getByText(/Accepted by Ada Lovelace on Mon, Nov 23, 3:10\sPM/),
  ).toBeTruthy();
  expect(within(proposal).getByText(/until midnight on Friday, November 27, 2026/)).toBeTruthy();
  expect(within(proposal).queryByRole("button", { name: "Accept the proposal" })).toBeNull();
});

test("BOOK-04.6 three milestones, the due one with credit, fee and date", async () => {
  const milestones: Milestone[] = MILESTONES.map((milestone) =>
    milestone.status === "due"
      ? { ...milestone, late_fee_cents: 46_11, due_cents: 3_119_80 }
      : milestone,
  );
  await showBooking(
    {},
    {
      ...due,
      milestones,
      late_fee_cents: 46_11,
      remaining_cents: 12_640_88,
      balance_cents: 3_119_80,
      entries: [...due.entries, anEntry("late_fee", 46_11)],
    },
  );
  const payments = await part("Payments");

  const lines = (await within(payments).findAllByRole("term")).map(
    (term) => term.parentElement?.textContent,
  );
  expect(lines.slice(0, 9)).toEqual([
    "Installation total$12,694.77",
    "Late fee$46.11",
    "Paid so far-$100.00",
    "Still to pay$12,640.88",
    "After you accept the proposal25% of the total, due by Friday, December 4, 2026$3,173.69",
    "When the equipment arrives50% of the total, within 5 days$6,347.39",
    "When the work is complete25% of the total, within 5 days$3,173.69",
    "CreditedWhat you paid before, such as the reservation fee-$100.00",
    "In these payments$12,594.77",
  ]);
  const card = payments.querySelectorAll("section")[1]?.textContent;
  expect(card).toMatch(/\$3,173\.69.*-\$100\.00.*\$46\.11.*\$3,119\.80.*Due by Friday, December 4/);
  expect(within(payments).getByText("Test mode")).toBeTruthy();
});

test("a credit card says its 3 % in cents before paying; bank and debit cost nothing", async () => {
  const assign = vi.spyOn(location, "assign").mockImplementation(() => {});
  await showBooking({}, due);
  mockPost("/my-booking/payments", () => refused(503, "cards_down"));
  await click("Pay now");
  expect(await screen.findAllByText("No fee")).toHaveLength(2);
  await click("Pay $3,073.69");
  expect((await screen.findByRole("alert")).textContent).toContain("Nothing was charged");

  const url = "/test-checkout/cs_1";
  mockPost("/my-booking/payments", () => HttpResponse.json({ url }, { status: 201 }));
  await userEvent.click(screen.getByRole("radio", { name: "Credit card" }));
  await click("Pay $3,073.69 + $92.21");

  await waitFor(() => expect(assign).toHaveBeenCalledWith(url));
  expect(sent[1]).toMatchObject({
    body: { purpose: "milestone", milestone: "acceptance", method: "credit_card" },
    key: expect.any(String),
  });
});

test("the account as the server booked it, with its balance", async () => {
  await showBooking();
  const payments = await part("Payments");
  const table = await within(payments).findByRole("table", { hidden: true });

  const rows = within(table)
    .getAllByRole("row", { hidden: true })
    .map((row) => row.textContent);
  expect(rows).toEqual([
    "DateWhatAmount",
    "Sat, Nov 21Reservation fee$100.00",
    "Sat, Nov 21PaymentCard-$100.00",
    "Balance$0.00",
  ]);
});

test("PRICE-02.2 what was paid, and what is still to pay and when, before acceptance", async () => {
  await showBooking();
  const payments = await part("Payments");
  const lines = (await within(payments).findAllByRole("term")).map(
    (term) => term.parentElement?.textContent,
  );

  expect(lines).toEqual([
    "Installation total$12,694.77",
    "Paid so far-$100.00",
    "Still to pay$12,594.77",
    "After you accept the proposal25% of the total, within 5 days after your cancellation period ends$3,173.69",
    "When the equipment arrives50% of the total, within 5 days$6,347.39",
    "When the work is complete25% of the total, within 5 days$3,173.69",
    "CreditedWhat you paid before, such as the reservation fee-$100.00",
    "In these payments$12,594.77",
  ]);
  expect(payments.textContent).toContain("Still to pay$12,594.77");
  expect(hrefOf("Receipt for your reservation fee (PDF)")).toBe(
    `/api/my-booking/fee-receipt?order=${aBooking().id}`,
  );
  expect(within(payments).queryByRole("button", { name: "Pay now" })).toBeNull();
});

test.each([
  [
    "money in a dispute",
    {
      balance_cents: 100_00,
      disputed_cents: 100_00,
      entries: [...ENTRIES, anEntry("taken_back", 100_00)],
    },
    /Held by your bank/,
  ],
  ["a refund on its way", aRefund("requested"), /^On its way since Sun, Nov 22/],
  ["a refund that their bank returned", aRefund("returned"), /Your bank returned it/],
])("%s is told plainly and not asked for", async (_, money, words) => {
  await showBooking({}, { remaining_cents: 0, ...money });
  const payments = await part("Payments");

  expect(await within(payments).findByText("Everything is paid")).toBeTruthy();
  expect(within(payments).getByText(words)).toBeTruthy();
});

test("OPS-21.2 while a transfer is on its way, nothing is due and nothing can be paid", async () => {
  const transfer_since = "2026-11-25T16:00:00Z";
  const [first, ...others] = MILESTONES;
  await showBooking(
    { next_step: aNextStep("wait_transfer", "Your payment", "", transfer_since) },
    { ...due, milestones: [{ ...(first as Milestone), transfer_since }, ...others] },
  );
  const payments = within(await part("Payments"));

  expect(await payments.findByText("Your payment is on its way")).toBeTruthy();
  expect(payments.getByText(/on its way since Wed, Nov 25/)).toBeTruthy();
  expect(payments.queryByRole("button", { name: "Pay now" })).toBeNull();
  expect(screen.queryByText(/A payment is due/)).toBeNull();
});

test("OPS-21.2 a credit that is being sent back is on its way, and not a balance", async () => {
  await showBooking(
    {},
    { remaining_cents: -100_00, refunding_cents: 100_00, ...aRefund("requested") },
  );
  expect((await part("Payments")).textContent).toContain("On its way to you$100.00");
});

test("TRUTH-04.1 other charges have a line of their own", async () => {
  await showBooking({}, { remaining_cents: 12_694_77 });

  const other = await within(await part("Payments")).findByText("Other charges");
  expect(other.closest("div")?.textContent).toMatch(/\$100\.00$/);
});

test("TRUTH-04.1 the credit of a canceled reservation is named, and what was taken off", async () => {
  await showBooking(
    {},
    {
      remaining_cents: 12_434_77,
      retained_credits: [{ cents: 100_00, canceled_on: "2026-11-03" }],
      other_cents: -60_00,
    },
  );
  const payments = within(await part("Payments"));

  const credit = await payments.findByText(/^Credit from your reservation canceled .*November 3/);
  expect(credit.closest("div")?.textContent).toMatch(/100\.00$/);
  expect(payments.getByText("Other credits").closest("div")?.textContent).toMatch(/60\.00$/);
});

test("a credit that another order used is no longer kept", async () => {
  await showBooking(
    { status: "cancelled" },
    { is_canceled: true, retained_as: "used", remaining_cents: 0, milestones: [], credit_cents: 0 },
  );
  expect(await screen.findByText("Used for your later reservation")).toBeTruthy();
  expect(screen.queryByText(/Kept as a credit/)).toBeNull();
});

test("TRUTH-04.1 of a canceled order stands what was charged, and no total of the price", async () => {
  await showBooking(
    { status: "cancelled" },
    { is_canceled: true, remaining_cents: 0, milestones: [], credit_cents: 0 },
  );
  const payments = within(await part("Payments"));

  const charged = await payments.findByText("Charged on the canceled order");
  expect(charged.closest("div")?.textContent).toMatch(/\$100\.00$/);
  expect(payments.queryByText("Installation total")).toBeNull();
});

test("TRUTH-03.6 a kept fee is named as the credit that it is, or as kept", async () => {
  const canceled = { is_canceled: true, remaining_cents: 0, milestones: [], credit_cents: 0 };
  await showBooking({ status: "cancelled" }, { ...canceled, retained_as: "credit" });
  const line = await within(await part("Payments")).findByText("Kept as a credit for 30 days");
  expect(line.closest("div")?.textContent).toMatch(/\$100\.00$/);
  cleanup();

  await showBooking({ status: "cancelled" }, { ...canceled, retained_as: "kept" });
  expect(await within(await part("Payments")).findByText("Kept, not refundable")).toBeTruthy();
});

test("TRUTH-03.1 of a canceled order no price is promised and no change is being answered", async () => {
  await showBooking(
    { status: "cancelled" },
    { is_canceled: true, remaining_cents: 0, paid_cents: 0, milestones: [], credit_cents: 0 },
  );
  const price = within(await part("Your price"));
  const payments = within(await part("Payments"));

  expect(price.getByText(/no longer promised/)).toBeTruthy();
  expect(price.queryByText("Promised")).toBeNull();
  expect(price.queryByText(/photos confirm/)).toBeNull();
  expect(await payments.findByText("Nothing is left to pay")).toBeTruthy();
  expect(payments.queryByText("Everything is paid")).toBeNull();
});

test("TRUTH-04.1 what was sent back is named where it was taken off", async () => {
  const refund = { at: "2026-11-30T16:00:00Z", amount_cents: 100_00, reason: "order canceled" };
  await showBooking(
    { status: "cancelled" },
    {
      is_canceled: true,
      remaining_cents: 0,
      paid_cents: 0,
      milestones: [],
      credit_cents: 0,
      refunds: [{ ...refund, status: "sent", is_on_its_way: true }],
    },
  );
  const payments = within(await part("Payments"));

  expect(await payments.findByText("Paid, less refunds")).toBeTruthy();
  expect(payments.queryByText("Paid so far")).toBeNull();
});
