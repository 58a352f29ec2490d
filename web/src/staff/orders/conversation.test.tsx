import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, test } from "vitest";
import type { Schemas } from "#api/client.ts";
import { answers, click, mockCall, refused, sent, user } from "../staff.setup.tsx";
import { CONVERSATION, ORDER_ID, part, serveOrder, showOrder } from "./orders.setup.tsx";
import { segmentsOf } from "./text-length.ts";

type Entry = Schemas["ConversationEntryOut"];

const anEntry = (change: Partial<Entry> = {}): Entry => ({
  id: "7",
  at: "2026-11-21T16:00:00Z",
  is_from_customer: true,
  channel: "sms",
  subject: "",
  text: "When do you come?",
  outcome: "",
  error: "",
  code: "",
  sender: "",
  proof: "",
  passages: [],
  files: [],
  original: null,
  is_to_answer: true,
  is_to_settle: false,
  ...change,
});

const aFile = (change: Partial<Schemas["ReceivedFileOut"]> = {}): Schemas["ReceivedFileOut"] => ({
  id: "f1",
  name: "IMG_1.jpeg",
  status: "stored",
  refused_because: "",
  content_type: "image/jpeg",
  size_bytes: 240_000,
  is_in_review: false,
  is_in_files: false,
  ...change,
});

async function show(change: Partial<Schemas["ConversationOut"]> = {}) {
  serveOrder();
  answers(`/orders/${ORDER_ID}/conversation`, { ...CONVERSATION, ...change });
  await showOrder();
  const thread = part("Conversation");
  await within(thread)
    .findByRole("button", { name: "Send" })
    .catch(() => {});
  return within(thread);
}

test("OPS-21.1 texts and emails are one thread, with what became of ours", async () => {
  const thread = await show({
    entries: [
      anEntry(),
      anEntry({
        id: "message 8",
        is_from_customer: false,
        channel: "email",
        subject: "Your day is confirmed",
        text: "We come on Monday.",
        outcome: "undelivered",
        error: "no such handset",
        is_to_answer: false,
      }),
    ],
  });

  expect(thread.getByText("When do you come?")).toBeTruthy();
  expect(thread.getByText("Needs an answer")).toBeTruthy();
  expect(thread.getByText("Your day is confirmed")).toBeTruthy();
  expect(thread.getByText("no such handset")).toBeTruthy();
});

test("MSG-05.3 words that may be an opt-out are decided in the conversation", async () => {
  const path = "/inbound-messages/7/settle";
  mockCall("post", path, () => HttpResponse.json({ detail: "Busy." }, { status: 503 }));
  const thread = await show({ entries: [anEntry({ is_to_answer: false, is_to_settle: true })] });
  expect(thread.getByText("May be an opt-out: texts are paused")).toBeTruthy();

  await user.click(thread.getByRole("button", { name: /was not meant as an opt-out/ }));

  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toEqual({ is_opt_out: false });
  expect(await thread.findByRole("alert")).toBeTruthy();
});

test("what we wrote and nobody got is said to be kept", async () => {
  const thread = await show({
    entries: [anEntry({ is_from_customer: false, outcome: "kept", is_to_answer: false })],
  });

  expect(thread.getByText("Kept, not sent")).toBeTruthy();
  expect(thread.getByText(/sent to nobody/)).toBeTruthy();
});

test("OPS-21.1 a text is answered from the order; in quiet hours it says when it goes", async () => {
  const leaves_at = "2026-11-22T14:00:00Z";
  mockCall("post", `/orders/${ORDER_ID}/conversation`, () =>
    HttpResponse.json({ leaves_at }, { status: 201 }),
  );
  const thread = await show({ entries: [anEntry()], texts_leave_at: leaves_at });
  expect(thread.getByText(/^Quiet hours: .* Sun, Nov 22, 8:00 AM/)).toBeTruthy();

  await user.type(thread.getByLabelText("Message to Ada Lovelace"), "At nine.");
  expect(thread.getByText("1 text message")).toBeTruthy();
  await click("Send", part("Conversation"));

  await waitFor(() => expect(sent[0]?.body).toEqual({ channel: "sms", text: "At nine." }));
  expect(await screen.findByText(/^It goes out on Sun, Nov 22/)).toBeTruthy();
});

test("OPS-21.1 who texted STOP is not written to, and the reason stands there", async () => {
  const thread = await show({
    ways: [
      { channel: "sms", why_not: "They texted STOP." },
      { channel: "email", why_not: "" },
    ],
  });
  await user.click(thread.getByRole("radio", { name: /text/i }));
  expect(await thread.findByText("They texted STOP.")).toBeTruthy();
  expect(thread.queryByRole("button", { name: "Send" })).toBeNull();
});

test("an email needs a subject, and what was refused stays typed", async () => {
  mockCall("post", `/orders/${ORDER_ID}/conversation`, () => refused(409, "x", "Try again."));
  const thread = await show();
  await user.click(thread.getByRole("radio", { name: /email/i }));
  await user.type(thread.getByLabelText("Message to Ada Lovelace"), "Hello");
  await click("Send", part("Conversation"));
  expect(await thread.findByText("Give the email a subject.")).toBeTruthy();

  await user.type(thread.getByLabelText("Subject"), "Your job");
  await click("Send", part("Conversation"));

  expect(await thread.findByText("Try again.")).toBeTruthy();
  expect(thread.getByLabelText<HTMLInputElement>("Subject").value).toBe("Your job");
});

test.each([
  ["a".repeat(160), 1],
  ["a".repeat(161), 2],
  ["é".repeat(306), 2],
  ["[".repeat(81), 2],
  ["…".repeat(54), 2],
  ["😀".repeat(35), 1],
  ["😀".repeat(36), 2],
])("%#: a text is counted as carriers bill it", (text, count) => {
  expect(segmentsOf(text)).toBe(count);
});

test("IN-02.1 an email shows what its sender wrote, with its quotes folded and who is proven", async () => {
  const thread = await show({
    entries: [
      anEntry({
        channel: "email",
        subject: "Re: Your day",
        text: "Code 4321.",
        proof: "token",
        files: [aFile(), aFile({ id: "f2" })],
        passages: [
          { text: "> Is the gate locked?", is_folded: true },
          { text: "Code 4321.", is_folded: false },
        ],
      }),
    ],
  });

  expect(thread.getByText("Code 4321.").closest("details")).toBe(
    thread.getByText("Re: Your day").closest("details"),
  );
  expect(thread.getByText("> Is the gate locked?").closest("details")).toBe(
    thread.getByText("Quoted text").closest("details"),
  );
  expect(thread.getByText("Answers a message of ours")).toBeTruthy();
  expect(thread.getByText("2 pictures or files came with it")).toBeTruthy();
});

test("IN-02.7 a picture that a customer sent goes into the photo review by one press", async () => {
  const path = `/orders/${ORDER_ID}/received-files/f1`;
  mockCall("get", path, () => new HttpResponse("picture"));
  mockCall("post", `${path}/review`, () => HttpResponse.json(aFile({ is_in_review: true })));
  const thread = await show({ entries: [anEntry({ files: [aFile()] })] });
  expect(await thread.findByAltText("IMG_1.jpeg")).toBeTruthy();
  expect(thread.getByText("IMG_1.jpeg, 240 kB")).toBeTruthy();

  await click("Add IMG_1.jpeg to the photo review", part("Conversation"));

  expect(await screen.findByText("It is in the photo review now.")).toBeTruthy();
});

test("IN-02.7 a paper goes to the order’s files; what is there already says so", async () => {
  const path = `/orders/${ORDER_ID}/received-files/f1/files`;
  mockCall("post", path, () => refused(409, "x", "Try again."));
  const paper = { content_type: "application/pdf", name: "Approval.pdf" };
  const thread = await show({
    entries: [
      anEntry({
        files: [aFile(paper), aFile({ id: "f2", ...paper, is_in_files: true })],
      }),
    ],
  });
  expect(thread.queryByRole("button", { name: /photo review/ })).toBeNull();

  await click("Add Approval.pdf to the order’s files", part("Conversation"));

  expect(await thread.findByText("Try again.")).toBeTruthy();
  expect(thread.getByText("In the order’s files")).toBeTruthy();
});

test("IN-02.5 a file that cannot be shown is named, with the message as it came", async () => {
  mockCall("get", "/inbox/i1/original", () => new HttpResponse("raw"));
  const thread = await show({
    entries: [
      anEntry({
        original: "i1",
        files: [
          aFile({ status: "refused", refused_because: "kind", name: "winmail.dat" }),
          aFile({ id: "f2", status: "waiting", name: "" }),
        ],
      }),
    ],
  });

  expect(
    thread.getByText("winmail.dat is not shown: it is not a picture or PDF that we can open."),
  ).toBeTruthy();
  expect(thread.getByText("File 2 is being checked.")).toBeTruthy();
  expect(thread.getByRole("button", { name: "Download the message as it came" })).toBeTruthy();
});
