/** The drive of the auth service sees what it must: spoil one thing, and it fails (AUTH-01). */
import { expect, test } from "@playwright/test";
import { drive } from "./auth-drive.ts";
import { type Spoiler, spoiled } from "./spoiling-proxy.ts";

const SITE = `http://127.0.0.1:${process.env.PORT ?? "8765"}`;

type Step = keyof typeof drive;

const isToken = (path: string) => path.endsWith("/token");
const isRefusal = (status: number) => status >= 400;

/** Whatever the service says of the level, a client is told `aal`. */
const levelIsAlways =
  (aal: string): Spoiler =>
  ({ body }) => {
    if (typeof body.access_token !== "string") return;
    const [head, claims = "", signature] = body.access_token.split(".");
    const told = { ...JSON.parse(Buffer.from(claims, "base64url").toString()), aal };
    const spoilt = Buffer.from(JSON.stringify(told)).toString("base64url");
    body.access_token = `${head}.${spoilt}.${signature}`;
  };

const MUTATIONS: { what: string; step: Step; spoil: Spoiler }[] = [
  {
    what: "the published key has another id than the tokens name",
    step: "signInAndClaims",
    spoil: ({ path, body }) => {
      if (!path.endsWith("jwks.json")) return;
      body.keys = (body.keys as object[]).map((key) => ({ ...key, kid: "another" }));
    },
  },
  {
    what: "a refresh gives back the token that it was asked with",
    step: "refreshes",
    spoil: ({ path, asked, body }) => {
      if (isToken(path) && asked.refresh_token) body.refresh_token = asked.refresh_token;
    },
  },
  {
    what: "a refresh that is repeated gives another token each time",
    step: "refreshes",
    spoil: ({ path, asked, body }) => {
      if (isToken(path) && asked.refresh_token) body.refresh_token = crypto.randomUUID();
    },
  },
  {
    what: "a refusal has no code",
    step: "signInAndClaims",
    spoil: ({ status, body }) => {
      if (isRefusal(status)) delete body.code;
    },
  },
  {
    what: "a refusal has its code under another name",
    step: "secondFactor",
    spoil: ({ status, body }) => {
      if (!isRefusal(status)) return;
      body.reason = body.code;
      delete body.code;
    },
  },
  {
    what: "a refusal has another status",
    step: "signInAndClaims",
    spoil: (exchange) => {
      if (isRefusal(exchange.status)) exchange.status = 422;
    },
  },
  {
    what: "a refusal has no sentence",
    step: "identities",
    spoil: ({ status, body }) => {
      if (isRefusal(status)) delete body.message;
    },
  },
  {
    what: "answers do not name the version of the wire",
    step: "visitors",
    spoil: ({ headers }) => headers.delete("X-Supabase-Api-Version"),
  },
  {
    what: "the level stays at the first after the second factor",
    step: "secondFactor",
    spoil: levelIsAlways("aal1"),
  },
  {
    what: "the level is the second after a password alone",
    step: "secondFactor",
    spoil: levelIsAlways("aal2"),
  },
];

async function driven(step: Step, spoil: Spoiler): Promise<unknown> {
  const between = await spoiled(SITE, spoil);
  try {
    await drive[step](between.site);
    return null;
  } catch (failure) {
    return failure;
  } finally {
    between.end();
  }
}

for (const step of Object.keys(drive) as Step[])
  test(`AUTH-01 with nothing spoiled the drive holds: ${step}`, async () => {
    test.slow();
    expect(await driven(step, () => {})).toBeNull();
  });

for (const { what, step, spoil } of MUTATIONS)
  test(`AUTH-01 the drive fails when ${what}`, async () => {
    test.slow();

    const failure = await driven(step, spoil);

    console.log(`${what}: ${String(failure).split("\n").slice(0, 3).join(" ").slice(0, 160)}`);
    expect(failure).toBeInstanceOf(Error);
  });
