import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { refused, serving } from "#test-support.ts";
import TestProposal from "./test-proposal.tsx";

const ORDER = "1f0c2b1e-3f2b-4d8a-9a51-5a1b2c3d4e5f";
const UNKNOWN = "There is no such order for this visitor.";
const sent: unknown[] = [];
const server = serving();
const answer = (response: () => Response) =>
  server.use(
    http.post("*/api/manual-generate-proposal", async ({ request }) => {
      sent.push(await request.json());
      return response();
    }),
  );

beforeEach(() => {
  sent.length = 0;
  answer(() => HttpResponse.json({ success: true, fileId: "7c1d8d2e" }));
});

const user = userEvent.setup();
const field = () => screen.getByLabelText<HTMLInputElement>("Order ID");
const send = () => user.click(screen.getByRole("button", { name: /Enviar a n8n/ }));
const toast = async (words: string) =>
  expect((await screen.findAllByText(words)).at(-1)?.closest(".toaster")).toBeTruthy();

test("TEST-01.1 the Order ID stands there with a sample, which is sent as it is", async () => {
  render(<TestProposal />);
  const sample = field().value;
  expect(sample).toMatch(/^[0-9a-f-]{36}$/);

  await send();

  await toast("Datos enviados a n8n correctamente");
  expect(sent).toEqual([{ orderId: sample, fileType: "general_proposal" }]);
});

test("TEST-01.2 TEST-01.3 blanks are not sent; success shows order and file", async () => {
  render(<TestProposal />);
  await user.clear(field());
  await user.type(field(), "   ");
  await send();
  await toast("Por favor ingresa un Order ID");
  expect(sent).toEqual([]);
  await user.type(field(), `${ORDER} `);

  await send();

  expect(await screen.findByText("Propuesta generada / Proposal generated")).toBeTruthy();
  expect(screen.getByText(/1f0c2b1e/).textContent).toContain("7c1d8d2e");
  expect(sent).toEqual([{ orderId: ORDER, fileType: "general_proposal" }]);
});

test.each([
  ["a refusal", () => refused(404, "order_not_found", { detail: UNKNOWN }), `Error: ${UNKNOWN}`],
  [
    "an answer without success",
    () => HttpResponse.json({ success: false }),
    "Error: No se recibió confirmación de n8n",
  ],
  ["no answer at all", () => HttpResponse.error(), "No se pudieron enviar los datos"],
])("TEST-01.3 %s is told in a toast, and no panel shows", async (_, response, words) => {
  answer(response);
  render(<TestProposal />);

  await send();

  await toast(words);
  expect(screen.queryByText(/Propuesta generada/)).toBeNull();
});
