/** The product as `make run` serves it, on a folder of its own, and what is asked beside it. */
import { type ChildProcessByStdio, execFileSync, spawn } from "node:child_process";
import { cpSync, openSync, readFileSync, realpathSync } from "node:fs";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";

export type Role = "viewer" | "dispatcher" | "reviewer" | "manager" | "owner";
export type Member = { email: string; password: string; secret: string };
type Row = Record<string, string | number | boolean | null>;
type SignedIn = { email: string; secret: string; session: { access_token: string } };

const WEB = `${import.meta.dirname}/..`;
const API = `${WEB}/../api`;
const PYTHON = `${API}/.venv/bin/python`;
const TEMPLATE = () => `${process.env.E2E_DATA}/template`;
const STOPS_WITHIN_MS = 30_000;

const settings = (data: string, port: number) => ({
  ...process.env,
  PORT: String(port),
  PYTHONPATH: `${API}:${API}/..`,
  STANDBY_DATA: data,
  STANDBY_PAGES: realpathSync(process.env.STANDBY_PAGES ?? `${WEB}/dist`),
  STANDBY_PROCESSES: "1",
  STANDBY_RATE_LIMITS: "off",
});

/** The folder that every product of this run begins with. */
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

  private constructor(port: number, data: string) {
    this.site = `http://127.0.0.1:${port}`;
    this.data = data;
    this.process = spawn(PYTHON, ["tests/browser_product.py", "serve"], {
      cwd: API,
      env: settings(data, port),
      stdio: ["pipe", "pipe", openSync(`${data}/log`, "a")],
      detached: true, // Ctrl-C reaches the runner alone; the end of its input ends it in order
    }) as ChildProcessByStdio<Writable, Readable, null>;
    this.lines = createInterface({ input: this.process.stdout })[Symbol.asyncIterator]();
  }

  /** Ready for visitors; `name` tells its folder from those of others. */
  static async start(name: string): Promise<Product> {
    const data = `${process.env.E2E_DATA}/${name}`;
    cpSync(TEMPLATE(), data, { recursive: true });
    const product = new Product(await freePort(), data);
    await product.answer();
    return product;
  }

  /** Server and worker end in order; all that is left of them after that is killed. */
  async stop() {
    const { pid = 0, exitCode, signalCode } = this.process;
    if (exitCode !== null || signalCode !== null) return;
    const ended = new Promise<void>((resolve) => this.process.once("exit", () => resolve()));
    const killing = setTimeout(() => process.kill(-pid, "SIGKILL"), STOPS_WITHIN_MS);
    this.process.stdin.end();
    await ended;
    clearTimeout(killing);
  }

  /** What the product logged until now. */
  log = () => readFileSync(`${this.data}/log`, "utf8");

  /** The rows that a query finds; `%s` stands for each of `values`. */
  rows = (query: string, ...values: string[]) => this.ask<Row[]>("rows", { query, values });

  /** What a command of manage.py prints. */
  command = (...words: string[]) => this.ask<string>("command", { words });

  /** The link by which somebody new comes in, or an old hand chooses another password. */
  invitation = (email: string, role: Role) => this.command("staff_user", email, "--role", role);

  /** A script's token: it acts for staff of this name, as the orders' log tells. */
  scriptToken = (name: string) =>
    this.command("staff_token", name, "--role", "manager", "--hours", "1", "--new");

  /** Somebody with a password and an authenticator, who signs in themselves. */
  member = (role: Role, name = "pat") => this.ask<Member>("member", { role, name });

  /** Somebody signed in, who showed their second factor so many minutes ago. */
  signedIn = (role: Role, { name = "pat", minutesAgo = 0 } = {}) =>
    this.ask<SignedIn>("signed in", { role, name, minutes_ago: minutesAgo });

  private ask<Answer>(question: string, given: object): Promise<Answer> {
    const answered = this.queue.then(() => {
      this.process.stdin.write(`${JSON.stringify([question, given])}\n`);
      return this.answer<Answer>();
    });
    this.queue = answered.catch(() => {});
    return answered;
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
  const trial = createServer().listen(0, "127.0.0.1");
  await new Promise((ready) => trial.once("listening", ready));
  const address = trial.address();
  await new Promise((closed) => trial.close(closed));
  return typeof address === "object" && address ? address.port : 0;
}
