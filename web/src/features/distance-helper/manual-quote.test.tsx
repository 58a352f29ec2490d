import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { serving } from "#test-support.ts";
import { ManualQuote } from "./manual-quote.tsx";

const PATH = "*/api/manual-quote-requests";
const requests: unknown[] = [];
const server = serving();
const answers = (body: object, status: number) =>
  server.use(
    http.post(PATH, async ({ request }) => {
      requests.push(await request.json());
      return HttpResponse.json(body, { status });
    }),
  );

beforeEach(() => {
  requests.length = 0;
  sessionStorage.clear();
  onSent.mockClear();
  answers(ANSWER, 201);
});

const ANSWER = {
  id: "1",
  reference: "Q-7K3F9",
  call_by: "2030-11-29T00:00:00Z",
  phone: "(281) 555-0100",
  run_ft: 180,
};
const onSent = vi.fn();
const show = (initial = {}) =>
  render(<ManualQuote wanted={{ steps: 60 }} initial={initial} onSent={onSent} />);
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const send = () => userEvent.click(screen.getByRole("button", { name: "Request a quote" }));
const words = (name: string) =>
  document.getElementById(field(name).getAttribute("aria-describedby")?.split(" ").at(-1) ?? "")
    ?.textContent;

async function fillIn() {
  await userEvent.type(field("Full name"), "Ada Lovelace");
  await userEvent.type(field("Phone"), "2815550100");
  await userEvent.type(field("Home address"), "1 Long Lane, Tomball, TX 77375");
  await userEvent.type(field("Notes (optional)"), "Behind the barn");
}

test("what was told is sent, and the server's answer handed on", async () => {
  show({ email: "ada@example.org" });

  await fillIn();
  await send();

  await waitFor(() => expect(onSent).toHaveBeenCalledWith(ANSWER));
  expect(requests).toEqual([
    {
      name: "Ada Lovelace",
      phone: "(281) 555-0100",
      address: "1 Long Lane, Tomball, TX 77375",
      notes: "Behind the barn",
      loads: "",
      steps: 60,
      email: "ada@example.org",
    },
  ]);
  expect(sessionStorage.getItem("manualQuote")).toBeNull();
});

test("ADDR-07.2 each field says to the browser what it is filled with", () => {
  show();

  const tokens = [...document.querySelectorAll("input")].map((input) => [
    input.getAttribute("name"),
    input.getAttribute("autocomplete"),
  ]);
  expect(tokens).toEqual([
    ["name", "name"],
    ["phone", "tel"],
    ["email", "email"],
    ["address", "street-address"],
    ["address-level2", "address-level2"],
    ["address-level1", "address-level1"],
    ["postal-code", "postal-code"],
  ]);
});

test("what is missing is told beside its field, and the first one has the focus", async () => {
  show();

  await userEvent.type(field("Phone"), "555");
  await send();

  expect(words("Full name")).toBe("Please enter your name");
  expect(words("Phone")).toBe("Please enter a 10-digit phone number");
  expect(words("Home address")).toBe("Please enter your address");
  await waitFor(() => expect(document.activeElement).toBe(field("Full name")));
  expect(requests).toEqual([]);
});

test("what the server refuses stands beside its field, and nothing is lost", async () => {
  answers(
    {
      code: "fields",
      errors: [{ field: "phone", code: "phone_incomplete", message: "Please call it in full." }],
    },
    422,
  );
  show();

  await fillIn();
  await send();

  expect(await screen.findByText("Please call it in full.")).toBeTruthy();
  expect(words("Phone")).toBe("Please call it in full.");
  await waitFor(() => expect(document.activeElement).toBe(field("Phone")));
  expect(field("Notes (optional)").value).toBe("Behind the barn");
});

test.each([
  [429, /more requests than we can take in an hour/],
  [503, /Your request wasn’t sent/],
])("a %i says what to do, and nothing is lost", async (status, message) => {
  answers({ code: "x" }, status);
  show();

  await fillIn();
  await send();

  const notice = await screen.findByText(message);
  expect(notice.querySelector("a")?.getAttribute("href")).toMatch(/^tel:/);
  expect(field("Full name").value).toBe("Ada Lovelace");
});

test("a reload keeps what was typed; the booking fills in what it knows", async () => {
  const page = show({ name: "Ada", address: "1 Oak Ln, Spring, TX 77379" });
  expect(field("Home address").value).toBe("1 Oak Ln, Spring, TX 77379");
  await userEvent.type(field("Notes (optional)"), "Pool");
  page.unmount();

  show();

  expect(field("Full name").value).toBe("Ada");
  expect(field("Notes (optional)").value).toBe("Pool");
});
