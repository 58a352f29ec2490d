import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { GET } from "./analytics.js.ts";

const TAG = "script[src*='googletagmanager.com']";
let script = "";

beforeEach(async () => {
  script = await (await (GET as unknown as () => Response)()).text();
  localStorage.clear();
  vi.stubGlobal("gtag", undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
  for (const tag of document.querySelectorAll(TAG)) tag.remove();
  Reflect.deleteProperty(globalThis, "gtag");
});

function open() {
  const element = { dataset: { ids: "G-TEST1234,AW-TEST5678" } };
  vi.spyOn(document, "currentScript", "get").mockReturnValue(element as never);
  new Function(script)();
}
const press = (name: string) =>
  [...document.querySelectorAll("button")].find(({ textContent }) => textContent === name)?.click();
const tags = () => document.querySelectorAll(TAG).length;

test("EVT-02.2 nothing is loaded before a yes, which is remembered", () => {
  open();
  expect([tags(), Reflect.get(globalThis, "gtag")]).toEqual([0, undefined]);

  press("Accept");
  expect(tags()).toBe(1);
  expect(document.querySelector("section")).toBeNull();

  document.querySelector(TAG)?.remove();
  Reflect.deleteProperty(globalThis, "gtag");
  open();
  expect([tags(), document.querySelector("section")]).toEqual([1, null]);
});

test("EVT-02.2 a no is remembered, and nothing is loaded", () => {
  open();
  press("Decline");
  open();

  expect([tags(), document.querySelector("section")]).toEqual([0, null]);
});

test("EVT-02.2 Global Privacy Control means no, without a question", () => {
  vi.stubGlobal("navigator", { globalPrivacyControl: true });
  open();

  expect([tags(), document.querySelector("section")]).toEqual([0, null]);
});
