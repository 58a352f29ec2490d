/** The auth service works with the supabase-js client, and each check fails if its response is spoiled. */
import { expect, inject, test } from "vitest";
import { sample } from "../e2e/sampling.ts";
import { drive } from "./drive.ts";
import { type Spoiler, startSpoilingProxy } from "./spoiling-proxy.ts";

type Step = keyof typeof drive;
type Spoiled = { what: string; step: Step; fails: RegExp; spoil: Spoiler };

const site = inject("site");

test("AUTH-01.7 sign-in, and claims that are checked by the published key", () =>
  drive.signInAndClaims(site));

test("AUTH-01.2 many refreshes at once", () => drive.refreshes(site));

test("AUTH-01.1 AUTH-01.10 user update, weak passwords and recovery", () =>
  drive.userAndRecovery(site));

test("AUTH-01.6 a second factor is enrolled, asked, shown once and removed", () =>
  drive.secondFactor(site));

test("AUTH-01.8 sign-out has three scopes and counts at once", () => drive.signOut(site));

test("AUTH-01.9 AUTH-01.11 visitors have no name; a dead refresh token ends the session", () =>
  drive.visitors(site));

test("an identity elsewhere is asked for where one is named", () => drive.identities(site));

const isToken = (path: string) => path.endsWith("/token");
const isRefusal = (status: number) => status >= 400;

// Replaces the level in the access token by `aal`.
const levelIsAlways =
  (aal: string): Spoiler =>
  ({ body }) => {
    if (typeof body.access_token !== "string") return;
    const [head, claims = "", signature] = body.access_token.split(".");
    const payload = { ...JSON.parse(Buffer.from(claims, "base64url").toString()), aal };
    const forged = Buffer.from(JSON.stringify(payload)).toString("base64url");
    body.access_token = `${head}.${forged}.${signature}`;
  };

const TOKENS: Spoiled[] = [
  {
    what: "the published key has another id than the tokens name",
    step: "signInAndClaims",
    fails: /a token is checked by its published key/,
    spoil: ({ path, body }) => {
      if (!path.endsWith("jwks.json")) return;
      body.keys = (body.keys as object[]).map((key) => ({ ...key, kid: "another" }));
    },
  },
  {
    what: "a refresh gives back the token that it was asked with",
    step: "refreshes",
    fails: /a refresh token is good once/,
    spoil: ({ path, request, body }) => {
      if (isToken(path) && request.refresh_token) body.refresh_token = request.refresh_token;
    },
  },
  {
    what: "a refresh that is repeated gives another token each time",
    step: "refreshes",
    fails: /whoever asks with the same one gets the same/,
    spoil: ({ path, request, body }) => {
      if (isToken(path) && request.refresh_token) body.refresh_token = crypto.randomUUID();
    },
  },
];

const SPOILED: Spoiled[] = [
  {
    what: "a refusal has no code",
    step: "signInAndClaims",
    fails: /a new password ends every session: expected 'AuthApiError'/,
    spoil: ({ status, body }) => {
      if (isRefusal(status)) delete body.code;
    },
  },
  {
    what: "a refusal has another status",
    step: "signInAndClaims",
    fails: /Invalid login credentials .* to match object \{ status: 400/,
    spoil: (exchange) => {
      if (isRefusal(exchange.status)) exchange.status = 422;
    },
  },
  {
    what: "a refusal has no sentence",
    step: "identities",
    fails: /expected '.*' to be 'Unsupported provider/,
    spoil: ({ status, body }) => {
      if (isRefusal(status)) delete body.message;
    },
  },
  {
    what: "answers do not name the version of the wire",
    step: "visitors",
    fails: /expected undefined to be 'signup_disabled'/,
    spoil: ({ headers }) => headers.delete("X-Supabase-Api-Version"),
  },
];

const LEVELS: Spoiled[] = [
  {
    what: "the level stays at the first after the second factor",
    step: "secondFactor",
    fails: /expected 'aal1' to be 'aal2'/,
    spoil: levelIsAlways("aal1"),
  },
  {
    what: "the level is the second after a password alone",
    step: "secondFactor",
    fails: /expected \{ currentLevel: 'aal2'.* to match object \{ currentLevel: 'aal1'/,
    spoil: levelIsAlways("aal2"),
  },
];

test.each([TOKENS, SPOILED, LEVELS].flatMap(sample))(
  "the drive fails when $what",
  async ({ step, fails, spoil }) => {
    const proxy = await startSpoilingProxy(site, spoil);
    try {
      await expect(drive[step](proxy.site)).rejects.toThrow(fails);
    } finally {
      proxy.end();
    }
  },
);
