/** The product as `make run` serves it, in a data folder of its own, and queries against it. */
import { type ChildProcessByStdio, execFileSync, spawn } from "node:child_process";
import { cpSync, openSync, readFileSync, realpathSync } from "node:fs";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";

export type Role = "technician" | "viewer" | "dispatcher" | "reviewer" | "manager" | "owner";
export type Member = { email: string; password: string; secret: string };
type Row = Record<string, string | number | boolean | null>;
type SignedIn = { email: string; secret: string; session: { access_token: string } };

const WEB = `${import.meta.dirname}/..`;
const API = `${WEB}/../api`;
const PYTHON = `${API}/.venv/bin/python`;
const TEMPLATE = () => `${process.env.E2E_DATA}/template`;
const STOPS_WITHIN_MS = 30_000;
// Two releases at once stand behind nginx, which answers to this name alone (ops/releases.py).
const HOST = process.env.RELEASE_BEFORE ? "localhost" : "127.0.0.1";

type Settings = Record<string, string>;

const settings = (data: string, port: number, own: Settings = {}) => ({
  ...process.env,
  PORT: String(port),
  PYTHONPATH: `${API}:${API}/..`,
  STANDBY_DATA: data,
  STANDBY_PAGES: realpathSync(process.env.STANDBY_PAGES ?? `${WEB}/dist`),
  STANDBY_PROCESSES: "1",
  STANDBY_RATE_LIMITS: "off",
  STANDBY_SITE_URL: `http://${HOST}:${port}`,
  ...own,
});

/** Prepare the data folder that every product of this run starts from. */
export function prepareTemplate() {
  const env = settings(TEMPLATE(), 8000);
  execFileSync(PYTHON, ["tests/browser_product.py", "prepare"], { cwd: API, env });
}

export class Product {
  readonly site: string;
  readonly data: string;
  private readonly process: ChildProcessByStdio<Writable, Readable, null>;
  private readonly lines: AsyncIterator<string>;
  private queue: Promise<unknown> = Promise.resolve();

  private constructor(port: number, data: string, own: Settings) {
    this.site = `http://${HOST}:${port}`;
    this.data = data;
    this.process = spawn(PYTHON, ["tests/browser_product.py", "serve"], {
      cwd: API,
      env: settings(data, port, own),
      stdio: ["pipe", "pipe", openSync(`${data}/log`, "a")],
      detached: true, // Ctrl-C must reach the runner only; closing standard input ends the product in order
    }) as ChildProcessByStdio<Writable, Readable, null>;
    this.lines = createInterface({ input: this.process.stdout })[Symbol.asyncIterator]();
  }

  /**
   * Start a product and wait until it is ready; `name` names its data folder. `own` are environment
   * variables of this product alone.
   */
  static async start(name: string, own: Settings = {}): Promise<Product> {
    const data = `${process.env.E2E_DATA}/${name}`;
    cpSync(TEMPLATE(), data, { recursive: true });
    const product = new Product(await freePort(), data, own);
    await product.answer();
    return product;
  }

  /** Stop server and worker; processes that are still there afterwards are killed. */
  async stop() {
    const { pid = 0, exitCode, signalCode } = this.process;
    if (exitCode !== null || signalCode !== null) return;
    const ended = new Promise<void>((resolve) => this.process.once("exit", () => resolve()));
    const killing = setTimeout(() => process.kill(-pid, "SIGKILL"), STOPS_WITHIN_MS);
    this.process.stdin.end();
    await ended;
    clearTimeout(killing);
  }

  log = () => readFileSync(`${this.data}/log`, "utf8");

  /** Rows of an SQL query; `%s` is replaced by each of `values`. */
  rows = (query: string, ...values: string[]) => this.ask<Row[]>("rows", { query, values });

  /** Kind and HTML of every email to this address, sent or not. */
  emails = (recipient: string) =>
    this.ask<{ kind: string; html: string }[]>("emails", { recipient });

  /** Every email to this address as it was kept, with its links, oldest first. */
  keptMails = (recipient: string) =>
    this.ask<{ subject: string; plain: string; html: string }[]>("kept mails", { recipient });

  /** Output of a manage.py command. */
  command = (...words: string[]) => this.ask<string>("command", { words });

  /** Link to accept an invitation, or for an existing staff user to choose a new password. */
  invitation = (email: string, role: Role) => this.command("staff_user", email, "--role", role);

  /** Create a staff user with password and authenticator, not signed in. */
  member = (role: Role, name = "pat") => this.ask<Member>("member", { role, name });

  /** Create a signed-in staff user who verified the second factor so many minutes ago. */
  signedIn = (role: Role, { name = "pat", minutesAgo = 0 } = {}) =>
    this.ask<SignedIn>("signed in", { role, name, minutes_ago: minutesAgo });

  /** The visit's day comes: before it, no installation is complete. */
  theDayComes = (orderId: string) =>
    this.rows(
      "UPDATE appointments SET day = %s WHERE order_id = (SELECT id FROM orders WHERE public_id = %s) RETURNING id",
      new Date().toLocaleDateString("en-CA", { timeZone: "America/Chicago" }),
      orderId.replaceAll("-", ""),
    );

  /** Make a paid order's job today's of this technician, with everything ready for it. */
  crewJob = (orderId: string, email: string) =>
    this.ask<{ job: string }>("crew job", { order_id: orderId, email });

  private ask<Answer>(question: string, args: object): Promise<Answer> {
    const reply = this.queue.then(() => {
      this.process.stdin.write(`${JSON.stringify([question, args])}\n`);
      return this.answer<Answer>();
    });
    this.queue = reply.catch(() => {});
    return reply;
  }

  private async answer<Answer>(): Promise<Answer> {
    const { value, done } = await this.lines.next();
    if (done) throw new Error(`The product has stopped: ${this.log().slice(-2000)}`);
    const { answer, error } = JSON.parse(value) as { answer: Answer; error?: string };
    if (error) throw new Error(error);
    return answer;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((ready) => server.once("listening", ready));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  return typeof address === "object" && address ? address.port : 0;
}
