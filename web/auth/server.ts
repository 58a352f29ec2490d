/** Starts the product's server on its own data folder and port, for the auth service checks. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import type { TestProject } from "vitest/node";

const API = `${import.meta.dirname}/../../api`;
const BIN = `${API}/.venv/bin`;
const MEMBERS = 20; // staff users: one for each step of each check
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

/** Migrate, seed, invite staff and start the server; returns the function that stops it. */
export default async function serve(project: TestProject) {
  const data = mkdtempSync(`${tmpdir()}/standby-auth-`);
  const port = String(await freePort());
  const env = {
    ...process.env,
    DJANGO_SETTINGS_MODULE: "standby.settings",
    PORT: port,
    STANDBY_DATA: data,
    STANDBY_PAGES: `${import.meta.dirname}/../dist`,
    STANDBY_RATE_LIMITS: "off",
  };
  const python = (...args: string[]) =>
    execFileSync(`${BIN}/python`, args, { cwd: API, env, encoding: "utf8" });

  python("-m", "standby.server.prepare");
  const emails = Array.from({ length: MEMBERS }, () => `pat-${randomUUID()}@example.org`);
  const links = python("-c", INVITE, ...emails)
    .trim()
    .split("\n");
  const server = spawn(`${BIN}/gunicorn`, ["-c", "python:standby.server.serving"], {
    cwd: API,
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const site = `http://127.0.0.1:${port}`;
  await ready(site, server);
  project.provide("site", site);
  project.provide(
    "invitations",
    emails.map((email, index) => ({ email, link: links[index] ?? "" })),
  );
  return async () => {
    server.kill("SIGTERM");
    await once(server, "exit");
    rmSync(data, { recursive: true });
  };
}

async function ready(site: string, server: ChildProcess) {
  const exited = once(server, "exit").then(() => {
    throw new Error("The server ended before it was ready");
  });
  const waitUntilUp = async () => {
    const deadline = AbortSignal.timeout(READY_WITHIN_MS);
    while (!(await isUp(site))) {
      deadline.throwIfAborted();
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  await Promise.race([waitUntilUp(), exited]);
  exited.catch(() => {}); // after this, an exit is intended
}

const isUp = (site: string) =>
  globalThis.fetch(`${site}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (!address || typeof address === "string") throw new Error("No port");
  return address.port;
}
