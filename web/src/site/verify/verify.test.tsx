import { spawnSync } from "node:child_process";
import { generateKeyPairSync, sign } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { renderToString } from "react-dom/server";
import { beforeEach, expect, test } from "vitest";
import { hrefOf, refused, serving } from "#test-support.ts";
import type { JobRecord, Receipt, Version } from "./receipt.ts";
import { opensslCommands } from "./receipt-view.tsx";
import Verify from "./verify.tsx";

const FIRST = "7K3MQ2X9ABCD0123";
const SECOND = "9ZZMQ2X9ABCD0777";
const lines = (installation_cents: number) => ({
  installation_cents,
  generator_cents: 6_979_00,
  permit_cents: 150_00,
  sales_tax_cents: 575_77,
  discount_cents: 0,
  extras_cents: 0,
  line_items: [],
  total_cents: installation_cents + 6_979_00 + 150_00 + 575_77,
});
const version = (code: string, number: number, cents: number): Version => ({
  code,
  version: number,
  issued_at: `2026-10-0${number}T15:00:00Z`,
  total_cents: lines(cents).total_cents,
  reason: number === 1 ? "" : "The photos show a run of 22 ft.",
  is_locked: number === 2,
  lines: lines(cents),
});
const CHAIN = [version(FIRST, 1, 5_990_00), version(SECOND, 2, 4_990_00)];

const keys = generateKeyPairSync("ed25519");
const TEXT = "standby price receipt: 1\ncode: 9ZZMQ2X9ABCD0777\ntotal_cents: 1269477\n";
const aReceipt = (change: Partial<Receipt> = {}): Receipt => ({
  code: SECOND,
  is_valid: true,
  issued_at: "2026-10-02T15:00:00Z",
  city: "The Woodlands",
  zip_code: "77380",
  band: "close",
  band_from_ft: 0,
  band_max_ft: 25,
  confirmed_run_ft: 22,
  quoted_run_ft: null,
  lines: lines(4_990_00),
  version: 2,
  reason: "The photos show a run of 22 ft.",
  is_locked: true,
  is_latest: true,
  is_canceled: false,
  accepted: null,
  chain: CHAIN,
  algorithm: "Ed25519",
  public_key: keys.publicKey
    .export({ type: "spki", format: "der" })
    .subarray(-32)
    .toString("base64"),
  signature: sign(null, Buffer.from(TEXT), keys.privateKey).toString("base64"),
  signed_text: TEXT,
  ...change,
});

const requests: string[] = [];
const server = serving();
const answer = (response: () => Response) =>
  server.use(
    http.get("*/api/price-receipts/:code", ({ params }) => {
      requests.push(String(params.code));
      return response();
    }),
  );
const is = (change: Partial<Receipt> = {}) => answer(() => HttpResponse.json(aReceipt(change)));
const refuses = (status: number, code: string) => answer(() => refused(status, code));

beforeEach(() => {
  requests.length = 0;
  server.use(http.get("*/api/job-records/:code", () => refused(404, "job_record_not_found")));
  is();
});

const show = (path: string) => {
  history.replaceState(null, "", path);
  render(<Verify />);
};
const user = userEvent.setup();
const check = () => user.click(screen.getByRole("button", { name: "Check" }));
const title = (words: string) => screen.findByText(words);

test("a code typed as printed shows what was promised, line by line to the cent", async () => {
  show("/verify");
  await check();
  expect(screen.getByText("Please enter the code from your receipt or record.")).toBeTruthy();
  expect(requests).toEqual([]);
  await user.type(screen.getByLabelText("Code"), "9zzm-q2x9-abcd-0777");
  refuses(503, "busy");
  await check();
  await title("The check didn’t work");
  is();
  await user.click(screen.getByRole("button", { name: "Try again" }));

  await title("This price is genuine");
  expect(requests).toEqual([SECOND, SECOND]);
  expect(location.pathname).toBe(`/verify/${SECOND}`);
  const price = within(screen.getByRole("region", { name: "What was promised" }));
  const amounts = ["$4,990.00", "$6,979.00", "$575.77", "$150.00", "$12,694.77"];
  for (const words of [...amounts, "Locked price", "22 ft, confirmed", "The Woodlands, TX 77380"])
    expect(price.getByText(words)).toBeTruthy();
});

test("TRUTH-05.2 the day of the signature and the fingerprint of what was signed stand on it, if it was", async () => {
  const clauses_sha256 = "5f0d".repeat(16);
  show(`/verify/${SECOND}`);
  await title("This price is genuine");
  expect(screen.queryByText("Proposal signed")).toBeNull();
  cleanup();

  is({ accepted: { at: "2026-10-05T15:00:00Z", clauses_sha256 } });
  show(`/verify/${SECOND}`);

  expect(await screen.findByText("Monday, October 5, 2026")).toBeTruthy();
  expect(screen.getByText(clauses_sha256)).toBeTruthy();
});

test.each([
  "/verify/9zzm-q2x9%20abcd 0777",
  "/verify?code=9zzm%2Dq2x9-%25abcd-0777",
  "/verify?code=%",
])("%s is read, whatever signs are in it", async (address) => {
  show(address);

  const field = screen.getByLabelText<HTMLInputElement>("Code");
  await waitFor(() => expect(field.value).toBe(address.length > 20 ? "9ZZM-Q2X9-ABCD-0777" : ""));
});

test("the form works before any script; every version says what changed", async () => {
  show("/verify?code=9zzm-q2x9-abcd-0777");

  expect(await title("This price is genuine")).toBeTruthy();
  const field = screen.getByLabelText<HTMLInputElement>("Code");
  expect(field.closest("form")?.getAttribute("action")).toBe("/verify");
  expect(field.value).toBe("9ZZM-Q2X9-ABCD-0777");
  const versions = within(
    screen.getByRole("region", { name: "Every promised version of this price" }),
  );
  for (const words of [
    "The first version.",
    "The photos show a run of 22 ft.",
    "Installation: $5,990.00, now $4,990.00",
    "Total: $13,694.77, now $12,694.77",
  ])
    expect(versions.getByText(words)).toBeTruthy();
  expect(versions.queryByText(/^Permit:/)).toBeNull();
  expect(hrefOf("Version 1")).toBe(`/verify/${FIRST}`);
});

test("TRUTH-03.1 a number missing between the versions is explained, and only there", async () => {
  const explained = /we proposed a change that was not approved/;
  show(`/verify/${SECOND}`);
  expect(await title("This price is genuine")).toBeTruthy();
  expect(screen.queryByText(explained)).toBeNull();
  cleanup();

  is({ chain: [version(FIRST, 1, 5_990_00), version(SECOND, 3, 4_990_00)] });
  show(`/verify/${SECOND}`);
  expect(await screen.findByText(explained)).toBeTruthy();
});

test("PRESS-01.1 before its script an empty form is not sent, so that its press waits and says why", async () => {
  const page = document.createElement("div");
  page.innerHTML = renderToString(<Verify />);
  expect(page.querySelector("form")?.checkValidity()).toBe(false);

  show("/verify");
  await userEvent.click(screen.getByRole("button", { name: "Check" }));

  expect(screen.getByText("Please enter the code from your receipt or record.")).toBeTruthy();
});

test("an earlier version says so and leads to the newest", async () => {
  is({ code: FIRST, version: 1, is_latest: false, is_locked: false, confirmed_run_ft: null });
  show(`/verify/${FIRST}`);

  await title("There is a newer version");
  expect(hrefOf("See the newest version")).toBe(`/verify/${SECOND}`);
  expect(screen.getByText("Promised, not yet locked")).toBeTruthy();
  expect(screen.getByText("0–25 ft")).toBeTruthy();
});

test("TRUTH-03.1 a promised price falls only from a farther band, and not once it is canceled", async () => {
  const promised = { is_locked: false, confirmed_run_ft: null } as const;
  is(promised);
  show(`/verify/${SECOND}`);
  const note = await screen.findByText(/It becomes final when photos confirm the distance/);
  expect(note.textContent).not.toContain("goes down");
  cleanup();

  is({ ...promised, band: "medium", band_from_ft: 25, band_max_ft: 50 });
  show(`/verify/${SECOND}`);
  expect(await screen.findByText(/It goes down if the run is 25 ft or less/)).toBeTruthy();
  cleanup();

  is({ ...promised, is_canceled: true });
  show(`/verify/${SECOND}`);
  expect(await screen.findByText("No longer promised")).toBeTruthy();
  expect(screen.queryByText(/becomes final|not yet locked/)).toBeNull();
});

test("a signature that does not fit is told in plain words, as an alert", async () => {
  is({ is_valid: false });
  show(`/verify/${SECOND}`);

  expect((await screen.findByRole("alert")).textContent).toContain("The signature doesn’t match");
  expect(screen.queryByText("This price is genuine")).toBeNull();
});

test.each([
  ["genuine", TEXT, /text, signature and key match/],
  ["changed", TEXT.replace("1269477", "1069477"), /they don’t match/],
])("anybody can check a %s text, also in the browser itself", async (_, signed_text, words) => {
  is({ signed_text });
  show(`/verify/${SECOND}`);
  await title("Check it yourself, without us");

  await user.click(screen.getByRole("button", { name: "Check the signature in this browser" }));

  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.getAllByText(/code: 9ZZMQ2X9ABCD0777/)).toHaveLength(2);
  expect(screen.getByText(/openssl pkeyutl -verify/)).toBeTruthy();
});

const openssl = spawnSync("openssl", ["version"], { encoding: "utf8" }).stdout ?? "";

test.skipIf(!openssl.startsWith("OpenSSL 3"))("the commands shown do what they say", () => {
  const { signed_text: text, signature, public_key: publicKey } = aReceipt();
  const folder = mkdtempSync(join(tmpdir(), "standby-receipt-"));
  const run = (signed: string) =>
    spawnSync("sh", ["-c", opensslCommands({ text: signed, signature, publicKey })], {
      cwd: folder,
      encoding: "utf8",
    }).stdout;

  expect(run(text)).toContain("Signature Verified Successfully");
  expect(run(text.replace("1269477", "1069477"))).toContain("Signature Verification Failure");
  rmSync(folder, { recursive: true });
});

test.each([
  [404, "receipt_not_found", "Nothing was found for this code"],
  [429, "too_often", "Too many attempts"],
])("an answer of %s (%s): '%s'", async (status, code, words) => {
  refuses(status, code);
  show(`/verify/${FIRST}`);

  expect(await title(words)).toBeTruthy();
});

const aRecord = (change: Partial<JobRecord> = {}): JobRecord => ({
  code: FIRST,
  is_valid: true,
  is_sealed: true,
  erased_at: null,
  city: "The Woodlands",
  zip_code: "77380",
  generator: "Generac 22 kW",
  serial_number: "3015441288",
  finished_at: "2026-10-05T20:00:00Z",
  completed_at: "2026-10-05T20:01:00Z",
  reopened: 0,
  checklist: ["Pad level, generator anchored"],
  photos: [{ stage: "before", sha256: "b".repeat(64), taken_at: "2026-10-05T14:00:00Z" }],
  signatures: [
    {
      initials: "CB",
      text: "I have seen it run.",
      text_sha256: "a".repeat(64),
      is_drawn: true,
      is_taken_back: true,
      signed_at: "2026-10-05T19:00:00Z",
      recorded_at: "2026-10-05T19:30:00Z",
    },
    {
      initials: "AL",
      text: "I have seen it run.",
      text_sha256: "a".repeat(64),
      is_drawn: false,
      is_taken_back: false,
      signed_at: "2026-10-05T19:40:00Z",
      recorded_at: "2026-10-05T19:41:00Z",
    },
  ],
  entries: 12,
  algorithm: "Ed25519",
  public_key: "",
  signature: "",
  signed_text: "standby job record: 1\n",
  ...change,
});
const isRecord = (change: Partial<JobRecord> = {}) => {
  refuses(404, "receipt_not_found");
  server.use(http.get("*/api/job-records/:code", () => HttpResponse.json(aRecord(change))));
};

test("PROOF-02.3 a code of an installation shows what was recorded and that it is unchanged", async () => {
  isRecord();
  show(`/verify/${FIRST}`);

  expect(await title("This installation record is genuine")).toBeTruthy();
  const signed = within(screen.getByRole("region", { name: "Signed by the homeowner" }));
  expect(signed.getByText("“I have seen it run.” AL")).toBeTruthy();
  expect(signed.getByText(/^Signed by hand at .* A later signature stands instead/)).toBeTruthy();
  expect(signed.getByText(/^Signed by name at /)).toBeTruthy();
  for (const words of ["3015441288", "Pad level, generator anchored", /^Before the work, /])
    expect(screen.getByText(words)).toBeTruthy();
});

test.each([
  [{ erased_at: "2026-11-20T15:00:00Z" }, "This installation record is genuine"],
  [{ is_valid: false }, "This record was changed"],
  [{ is_sealed: false, finished_at: null }, "This record is being corrected"],
  [{ reopened: 2 }, "This installation record is genuine"],
])("a record that is %o says so", async (change, words) => {
  isRecord(change);
  show(`/verify/${FIRST}`);
  expect(await title(words)).toBeTruthy();
  expect(screen.queryByText(/opened 2 times for corrections/) !== null).toBe("reopened" in change);
  expect(screen.queryByText(/data was erased on/) !== null).toBe("erased_at" in change);
});

test("a record whose homeowner was erased names no place and no generator", async () => {
  const gone = { city: "", zip_code: "", generator: "" };
  isRecord({ ...gone, erased_at: "2026-11-20T15:00:00Z" });
  show(`/verify/${FIRST}`);

  expect(await title("This installation record is genuine")).toBeTruthy();
  expect(screen.getByText(/no longer says what was installed where/)).toBeTruthy();
  expect(screen.queryByText("Generator")).toBeNull();
  expect(screen.queryByText(/^, /)).toBeNull();
});
