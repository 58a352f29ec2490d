/** Responses of the auth service, for tests of sign-in and the console. */
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach } from "vitest";
import { signIn } from "#api/staff-auth.ts";
import { openStaffSession, signOut } from "#api/staff-session.ts";
import { server } from "../staff.setup.tsx";

type SessionClaims = {
  aal?: "aal1" | "aal2";
  factors?: string[];
  expiresIn?: number;
  refresh?: string;
};

const USER = "7c1d8d2e-0000-4000-8000-000000000009";

const part = (claims: object) => btoa(JSON.stringify(claims)).replaceAll("=", "");

const expiryAfter = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

export const aUser = (factors: string[] = [], more: object = {}) => ({
  id: USER,
  aud: "authenticated",
  email: "jo@example.org",
  user_metadata: { full_name: "Jo" },
  app_metadata: {},
  identities: [],
  created_at: "2026-11-01T00:00:00Z",
  factors: factors.map((name) => ({
    id: `factor-${name}`,
    friendly_name: name,
    factor_type: "totp",
    status: "verified",
    created_at: "2026-11-02T18:00:00Z",
    updated_at: "2026-11-02T18:00:00Z",
  })),
  ...more,
});

export function aSession({
  aal = "aal2",
  factors = ["phone"],
  expiresIn = 900,
  refresh = "r1",
}: SessionClaims = {}) {
  const exp = expiryAfter(expiresIn);
  return {
    access_token: `${part({ alg: "ES256" })}.${part({ sub: USER, aal, exp })}.c2ln`,
    token_type: "bearer",
    expires_in: expiresIn,
    expires_at: exp,
    refresh_token: refresh,
    user: aUser(factors),
  };
}

type Call = { path: string; body: unknown; bearer: string | null };

/** Requests to the auth service, in order. */
export const requests: Call[] = [];

type Method = "get" | "post" | "put" | "delete";

/** Set a response; the path is relative to /auth/v1. */
export const mockAuth = (method: Method, path: string, respond: () => Response) =>
  server.use(
    http[method](`*/auth/v1${path}`, async ({ request }) => {
      const text = await request.text();
      requests.push({
        path: `${method.toUpperCase()} ${path}`,
        body: text ? JSON.parse(text) : null,
        bearer: request.headers.get("Authorization"),
      });
      return respond();
    }),
  );

export const authSays = (status: number, code: string, headers: Record<string, string> = {}) =>
  HttpResponse.json(
    { code, message: code },
    { status, headers: { "X-Supabase-Api-Version": "2024-01-01", ...headers } },
  );

export const jsonResponse = (body: object) => () =>
  HttpResponse.json(body as Record<string, never>);

/** Let another authenticator be enrolled. */
export function mockEnrolment(): void {
  const totp = { qr_code: "<svg/>", secret: "ABCDEFGHIJ", uri: "otpauth://x" };
  mockAuth("post", "/factors", jsonResponse({ id: "new", type: "totp", totp }));
  mockAuth("post", "/factors/new/challenge", jsonResponse({ id: "c1", type: "totp" }));
  mockAuth("post", "/factors/new/verify", jsonResponse(aSession()));
}

/** Reset to signed out, where every test starts. */
export function serveNobody() {
  requests.length = 0;
  mockAuth("post", "/logout", () => new HttpResponse(null, { status: 204 }));
  mockAuth("get", "/settings", jsonResponse({ external: { email: true } }));
}

export const JO = { email: "jo@example.org", password: "x" };

/** Sign Jo in before each test of a file, and out after it. */
export function serveSignedIn(session: SessionClaims = {}) {
  beforeEach(async () => {
    serveNobody();
    await openStaffSession();
    mockAuth("post", "/token", () => HttpResponse.json(aSession(session)));
    await signIn(JO);
  });
  afterEach(async () => {
    serveNobody();
    await signOut("local");
  });
}
