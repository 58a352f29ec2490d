import { waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { ADDRESS, CLOSE, COVERED } from "#draft/draft.fixtures.ts";
import { readDraft } from "#draft/use-draft.ts";
import { bodiesTo, handlers, sent } from "#fixtures/visitor-server.ts";
import { serving } from "#test-support.ts";
import { SESSION_ID, saved } from "../wizard.fixtures.tsx";
import { openDraft } from "./opened-draft.ts";

serving(...handlers);
beforeEach(() => {
  sessionStorage.clear();
  sent.length = 0;
  saved();
});

function arrive(path: string, { referrer = "", type = "navigate" } = {}) {
  vi.spyOn(document, "referrer", "get").mockReturnValue(referrer);
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([
    { name: `https://standby.test${path}`, type } as unknown as PerformanceEntry,
  ]);
  openDraft();
}

test("opened from nowhere, the saved draft is cleared and counted as abandoned", async () => {
  saved(COVERED, CLOSE, { type: "stepCompleted", step: "address", price: null });

  arrive("/installation-wizard");

  expect(readDraft().wizard.id).not.toBe(SESSION_ID);
  expect(readDraft().location.address.formatted).toBe("");
  await waitFor(() => expect(bodiesTo("wizard-sessions")).toMatchObject([{ status: "abandoned" }]));
});

test("a completed draft is never counted as abandoned", async () => {
  saved(
    COVERED,
    { type: "stepCompleted", step: "date", price: null },
    { type: "orderPlaced", orderId: "o1" },
  );

  arrive("/installation-wizard");

  await fetch("/api/availability"); // its response arrives after any request the page has sent
  expect(bodiesTo("wizard-sessions")).toEqual([]);
});

test.each([
  ["reloaded", "/installation-wizard", "reload"],
  ["at another step", "/installation-date", "navigate"],
])("%s, nothing is lost or opened anew", (_, path, type) => {
  saved(COVERED, CLOSE);

  arrive(path, { type });

  expect(readDraft().wizard.id).toBe(SESSION_ID);
  expect(readDraft().location.distance?.band).toBe("close");
});

test.each([
  ["a verified", "&validated=true", { is_covered: true, zip_code: "77380", township: null }],
  ["an unverified", "", { is_covered: false }],
])("a link with %s address is checked, or its township asked for, later", (_, more, coverage) => {
  arrive(`/installation-wizard?address=${encodeURIComponent(ADDRESS)}${more}`);

  expect(readDraft().location).toMatchObject({ address: { formatted: ADDRESS }, coverage });
});

test("the home page's own check is not asked again", () => {
  saved(COVERED);

  arrive(`/installation-wizard?address=${encodeURIComponent(ADDRESS)}&validated=true`);

  expect(readDraft().location.coverage.township).toBe("woodlands");
});

test("DIST-01.6 the distance helper's band is chosen", () => {
  arrive("/installation-wizard?band=50", { referrer: "https://standby.test/order" });

  expect(readDraft().location.distance).toMatchObject({ band: "medium", max_distance_ft: 50 });
});

test("GUIDE-02.5 the calculator's band and generator are chosen; an unknown model is not", () => {
  arrive("/installation-wizard?band=50&generator=7291&township=woodlands");
  expect(readDraft().location.distance?.band).toBe("medium");
  expect(readDraft().generator.product).toMatchObject({ model_number: "7291", kw: 26 });

  arrive("/installation-wizard?band=50&generator=own&township=woodlands");
  expect(readDraft().generator).toMatchObject({ choice: "provide_own", product: null });

  arrive("/installation-wizard?band=50&generator=1234&township=woodlands");
  expect(readDraft().generator).toMatchObject({ choice: "buy_here", product: null });
});

test.each([
  ["another address", "?address=10%20Beech%20St%2C%20Spring%2C%20TX%2077373", null],
  ["another job", "?band=50&generator=7291&township=woodlands", null],
  ["its own address", `?address=${encodeURIComponent(ADDRESS)}`, "o1"],
])("TRUTH-02.1 once a home is reserved, a link with %s has the order %3$s", (_, query, orderId) => {
  saved(COVERED, { type: "orderPlaced", orderId: "o1" });

  arrive(`/installation-wizard${query}`, { referrer: "https://standby.test/pricing" });

  expect(readDraft().wizard.order_id).toBe(orderId);
});
