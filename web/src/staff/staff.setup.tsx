/** Renders a screen of the console with a signed-in user and a mock server, for tests. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http, type JsonBodyType } from "msw";
import type { ReactNode } from "react";
import { beforeEach } from "vitest";
import { Route, Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { serving } from "#test-support.ts";
import { ToastProvider } from "#ui/toast.tsx";
import { type Me, MeContext } from "./session/me.tsx";

type Method = "get" | "post" | "put" | "patch" | "delete";
type Sent = { method: string; path: string; query: Record<string, string>; body: unknown };
type Place = {
  /** URL path: "/staff/orders/7". */
  path?: string;
  /** Route pattern relative to /staff, for screens with parameters: "/orders/:id". */
  route?: string;
  me?: Partial<Me>;
};

/** Mutations the screen sent, in order. */
export const sent: Sent[] = [];
export const server = serving();
export const user = userEvent.setup();

beforeEach(() => {
  sent.length = 0;
  answers("/undo", null);
});

export const click = async (name: string | RegExp, place: HTMLElement = document.body) =>
  user.click(await within(place).findByRole("button", { name }));

export const OWNER: Me = {
  id: "7c1d8d2e-0000-4000-8000-000000000009",
  email: "jo@example.org",
  name: "Jo",
  role: "owner",
  permissions: [
    "see_own_account",
    "see_orders",
    "see_photos",
    "see_messages",
    "send_messages",
    "write_notes",
    "place_orders",
    "correct_contacts",
    "schedule",
    "review_photos",
    "decide_price",
    "change_price",
    "make_documents",
    "reach_milestones",
    "take_back",
    "cancel_orders",
    "refund",
    "open_tables",
    "change_catalog",
    "export",
    "erase",
    "see_books",
    "see_audit_log",
    "manage_staff",
  ],
  factor_fresh_until: null,
  not_connected: [],
  sees_internal_pages: false,
  gets_digest: true,
};

/** Set a GET response; the path is relative to /api/staff. Returns the queries of its requests. */
export function answers(path: string, body: JsonBodyType): URLSearchParams[] {
  const queries: URLSearchParams[] = [];
  server.use(
    http.get(`*/api/staff${path}`, ({ request }) => {
      queries.push(new URL(request.url).searchParams);
      return HttpResponse.json(body);
    }),
  );
  return queries;
}

export const refused = (status: number, code: string, detail: string = code) =>
  HttpResponse.json({ code, status, detail, errors: [] }, { status });

/** Set the response to a mutation; the request is recorded in `sent`. */
export const mockCall = (method: Method, path: string, respond: () => Response) =>
  server.use(
    http[method](`*/api/staff${path}`, async ({ request }) => {
      const url = new URL(request.url);
      const text = await request.text();
      sent.push({
        method,
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        body: text ? JSON.parse(text) : null,
      });
      return respond();
    }),
  );

export function renderStaff(shown: ReactNode, { path = "/staff", route, me = {} }: Place = {}) {
  const location = memoryLocation({ path, record: true });
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const rendered = render(
    <QueryClientProvider client={queries}>
      <ToastProvider>
        <MeContext value={{ ...OWNER, ...me }}>
          <Router base="/staff" hook={location.hook} searchHook={location.searchHook}>
            {route ? <Route path={route}>{shown}</Route> : shown}
          </Router>
        </MeContext>
      </ToastProvider>
    </QueryClientProvider>,
  );
  return { ...rendered, queries, navigate: location.navigate, history: location.history };
}
