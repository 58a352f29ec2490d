import { afterEach, expect, test, vi } from "vitest";
import {
  readLocal,
  readSession,
  removeLocal,
  removeSession,
  writeLocal,
  writeSession,
} from "#lib/storage.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
  localStorage.clear();
});

test("what is written is read again until it is removed or spoiled", () => {
  expect(writeSession("draft", { band: "close" })).toBe(true);
  expect(readSession("draft")).toEqual({ band: "close" });
  expect(readLocal("draft")).toBeNull();

  removeSession("draft");
  expect(readSession("draft")).toBeNull();

  writeLocal("request", { phone: "(713) 555-0142" });
  sessionStorage.clear();
  expect(readLocal("request")).toEqual({ phone: "(713) 555-0142" });

  removeLocal("request");
  expect(readLocal("request")).toBeNull();

  sessionStorage.setItem("draft", "{half");
  expect(readSession("draft")).toBeNull();
});

test("blocked storage stops nobody", () => {
  const refuse = () => {
    throw new DOMException("denied", "SecurityError");
  };
  vi.stubGlobal("sessionStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });

  expect(readSession("draft")).toBeNull();
  expect(writeSession("draft", 1)).toBe(false);
  expect(() => removeSession("draft")).not.toThrow();
});
