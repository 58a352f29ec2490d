/** What staff do by their own API, with a token of a fresh sign-in. */
import { execFileSync } from "node:child_process";
import { type APIRequestContext, expect } from "@playwright/test";

const API = `${import.meta.dirname}/../../api`;

function tokenOf(name: string): string {
  const told = execFileSync(`${API}/.venv/bin/python`, ["manage.py", "staff_token", name], {
    cwd: API,
    encoding: "utf8",
    env: {
      ...process.env,
      DJANGO_SETTINGS_MODULE: "standby.config.settings",
      STANDBY_DATA: process.env.E2E_DATA,
    },
  });
  return told.trim();
}

/** Somebody of the office, by name: the orders' log says who did what. */
export function staffMember(request: APIRequestContext, name: string) {
  const headers = { Authorization: `Bearer ${tokenOf(name)}` };
  const answered = async (response: Awaited<ReturnType<APIRequestContext["get"]>>) => {
    const text = await response.text();
    expect(response.ok(), `${response.url()}: ${response.status()} ${text}`).toBe(true);
    return JSON.parse(text);
  };
  return {
    look: async (path: string) => answered(await request.get(`/api/staff/${path}`, { headers })),
    act: async (path: string, data: object = {}) =>
      answered(await request.post(`/api/staff/${path}`, { headers, data })),
  };
}
