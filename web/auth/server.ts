/** The product's own server, on data and a port of its own, for the drive of its auth service. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import type { TestProject } from "vitest/node";

const API = `${import.meta.dirname}/../../api`;
const BIN = `${API}/.venv/bin`;
const MEMBERS = 20; // of staff: each step of each drive has one of its own
const READY_WITHIN_MS = 120_000;
const INVITE = `
import sys, django
django.setup()
from django.core.management import call_command
for email in sys.argv[1:]: call_command("staff_user", email)
`;

declare module "vitest" {
  interface ProvidedContext {
    site: string;
    invitations: { email: string; link: string }[];
  }
}

/** Before the first test: migrated, seeded, staff invited, ready. What it returns ends it. */
export default async function serve(project: TestProject) {
  const data = mkdtempSync(`${tmpdir()}/standby-auth-`);
  const port = String(await freePort());
  const env = {
    ...process.env,
    DJANGO_SETTINGS_MODULE: "standby.config.settings",
    PORT: port,
    STANDBY_DATA: data,
    STANDBY_PAGES: `${import.meta.dirname}/../dist`,
    STANDBY_RATE_LIMITS: "off",
  };
  const python = (...command: string[]) =>
    execFileSync(`${BIN}/python`, command, { cwd: API, env, encoding: "utf8" });

  python("-m", "standby.config.prepare");
  const emails = Array.from({ length: MEMBERS }, () => `pat-${randomUUID()}@example.org`);
  const links = python("-c", INVITE, ...emails)
    .trim()
    .split("\n");
  const server = spawn(`${BIN}/gunicorn`, ["-c", "python:standby.config.serving"], {
    cwd: API,
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const site = `http://127.0.0.1:${port}`;
  await ready(site, server);
  project.provide("site", site);
  project.provide(
    "invitations",
    emails.map((email, at) => ({ email, link: links[at] ?? "" })),
  );
  return async () => {
    server.kill("SIGTERM");
    await once(server, "exit");
    rmSync(data, { recursive: true });
  };
}

async function ready(site: string, server: ChildProcess) {
  const gone = once(server, "exit").then(() => {
    throw new Error("The server ended before it was ready");
  });
  const answered = async () => {
    const patience = AbortSignal.timeout(READY_WITHIN_MS);
    while (!(await isUp(site))) {
      patience.throwIfAborted();
      await new Promise((again) => setTimeout(again, 100));
    }
  };
  await Promise.race([answered(), gone]);
  gone.catch(() => {}); // later its end is wanted
}

const isUp = (site: string) =>
  globalThis.fetch(`${site}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

async function freePort(): Promise<number> {
  const trial = createServer().listen(0, "127.0.0.1");
  await once(trial, "listening");
  const address = trial.address();
  trial.close();
  await once(trial, "close");
  if (!address || typeof address === "string") throw new Error("No port");
  return address.port;
}
