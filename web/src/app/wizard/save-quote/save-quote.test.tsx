import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { readDraft } from "#draft/use-draft.ts";
import { renderInApp } from "#fixtures/render-in-app.tsx";
import { serving } from "#test-support.ts";
import { reservedDraft } from "../../payment/visit/visit.fixtures.ts";
import { SaveQuote } from "./save-quote.tsx";

const URL_OF_QUOTE = "https://standby.test/quote/AAAAAAAAAAAAAAAAAAAAAA";
const sent: { path: string; body: unknown }[] = [];
const server = serving();

beforeEach(() => {
  sent.length = 0;
  reservedDraft();
  const respond =
    (status: number, out: object) =>
    async ({ request }: { request: Request }) => {
      sent.push({ path: new URL(request.url).pathname, body: await request.json() });
      return HttpResponse.json(out, { status });
    };
  const saved = {
    token: "AAAAAAAAAAAAAAAAAAAAAA",
    url: URL_OF_QUOTE,
    valid_until: "2026-03-31T12:00:00Z",
  };
  server.use(
    http.post("*/api/saved-quotes", respond(201, saved)),
    http.post("*/api/saved-quotes/:token/:channel", respond(202, { outcome: "queued" })),
  );
});

async function open() {
  renderInApp(<SaveQuote draft={readDraft()} />);
  await userEvent.click(screen.getByRole("button", { name: "Save or share" }));
  await screen.findByText(/valid until Tuesday, March 31, 2026/);
}
const click = (name: string) => userEvent.click(screen.getByRole("button", { name }));

test("SAVE-01.1 a quote is mailed, texted, copied and printed", async () => {
  await open();
  const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();

  await userEvent.type(screen.getByLabelText("Email"), "ada@example.org");
  await click("Email me");
  await screen.findByText("Your quote is on its way to your inbox.");
  await userEvent.type(screen.getByLabelText("Mobile phone"), "7135550100");
  await click("Text me");
  await screen.findByText("The text is on its way.");
  await click("Copy the link");
  await screen.findByRole("button", { name: "Link copied" });

  expect(sent.map(({ path }) => path.split("/").at(-1))).toEqual(["saved-quotes", "email", "text"]);
  expect(sent[2]?.body).toEqual({ phone: "(713) 555-0100", consent: true });
  expect(write).toHaveBeenCalledWith(URL_OF_QUOTE);
  expect(screen.getByRole("link", { name: "Print" }).getAttribute("href")).toBe(
    `${URL_OF_QUOTE}?print`,
  );
  expect(screen.getByText(/you agree to one text with this quote/)).toBeTruthy();
});

test("before there is a price its button has its room, and saves nothing", async () => {
  renderInApp(<SaveQuote draft={readDraft()} isReady={false} />);

  await userEvent.click(screen.getByRole("button", { name: "Save or share" }));

  expect(screen.queryByRole("dialog")).toBeNull();
  expect(sent).toEqual([]);
});

test.each([
  ["email", "ada@example.org", "Email me", "kept", "no mail server is connected"],
  ["email", "ada@example.org", "Email me", "opted_out", "we may not write to this address"],
  ["text", "7135550100", "Text me", "kept", "no text service is connected"],
  ["text", "7135550100", "Text me", "opted_out", "we may not text this number"],
  [
    "text",
    "7135550100",
    "Text me",
    "unconfirmed",
    "we have texted this number and nobody answered YES",
  ],
  ["text", "7135550100", "Text me", "over_budget", "we’ve reached our limit of texts for today"],
  [
    "email",
    "ada@example.org",
    "Email me",
    "over_budget",
    "we’ve reached our limit of emails for today",
  ],
])(
  "TRUTH-03.3 a quote by %s to %s that does not leave (%s: %s) is not said to be on its way",
  async (...of) => {
    const [channel, recipient, button, outcome, why] = of;
    server.use(
      http.post("*/api/saved-quotes/:token/:channel", () =>
        HttpResponse.json({ outcome }, { status: 202 }),
      ),
    );
    await open();
    await userEvent.type(
      screen.getByLabelText(channel === "email" ? "Email" : "Mobile phone"),
      recipient,
    );
    await click(button);

    expect(
      await screen.findByText(`Not sent: ${why}. Copy the link or print the quote below.`),
    ).toBeTruthy();
    expect(screen.queryByText(/on its way/)).toBeNull();
  },
);

test("without an address nothing is sent", async () => {
  await open();
  await click("Email me");

  expect(await screen.findByText("Please enter an email address")).toBeTruthy();
  expect(sent).toHaveLength(1);
});

test("what is wrong with an address is said at its field, and what was typed stays", async () => {
  const refused = {
    code: "invalid",
    detail: "Please check: email.",
    errors: [{ field: "email", code: "email_implausible", message: "No mail goes there." }],
  };
  server.use(
    http.post("*/api/saved-quotes/:token/email", () => HttpResponse.json(refused, { status: 422 })),
  );
  await open();
  const email = screen.getByLabelText("Email");
  await userEvent.type(email, "dorothy@");
  await click("Email me");
  expect(await screen.findByText(/Please enter a whole email address/)).toBeTruthy();
  expect(screen.getByRole("textbox", { description: /Please enter a whole/ })).toBe(email);
  expect(email).toHaveProperty("value", "dorothy@");

  await userEvent.type(email, "nowhere.example");
  await click("Email me");
  await screen.findByText("No mail goes there.");
  expect(screen.getByRole("textbox", { description: "No mail goes there." })).toBe(email);
  expect(email).toHaveProperty("value", "dorothy@nowhere.example");
  expect(screen.queryByText("We couldn’t send it.")).toBeNull();
});

test("a slip in a common domain is offered corrected, by one press and never by force", async () => {
  await open();
  const email = screen.getByLabelText("Email");
  await userEvent.type(email, "ada@gmial.com");
  expect(screen.queryByRole("button", { name: /Did you mean/ })).toBeNull();
  await userEvent.tab();

  await click("Did you mean ada@gmail.com?");
  expect(email).toHaveProperty("value", "ada@gmail.com");
  expect(screen.queryByRole("button", { name: /Did you mean/ })).toBeNull();

  await userEvent.clear(email);
  await userEvent.type(email, "ada@gmial.com");
  await click("Email me");
  await screen.findByText("Your quote is on its way to your inbox.");
  expect(sent.at(-1)?.body).toEqual({ email: "ada@gmial.com" });
});
