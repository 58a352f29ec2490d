import { waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Problem } from "#api/client.ts";
import { aProblem, refused, serving } from "#test-support.ts";
import { sendFile, withRetry } from "./send-file.ts";

const PHOTOS = "*/api/my-booking/photos";
const SIZE = 1_200_000;
const PIECE = 512 * 1024;

let there = 0;
let answers: ((taken: number) => Response)[] = [];
const offsets: number[] = [];
const taken = (offset: number) => HttpResponse.json({ offset });

const server = serving(
  http.post(PHOTOS, () =>
    HttpResponse.json(
      { id: "p1", offset: 0, chunk_bytes: 1_048_576, upload: null },
      { status: 201 },
    ),
  ),
  http.get(`${PHOTOS}/p1`, () => HttpResponse.json({ offset: there, status: "receiving" })),
  http.patch(`${PHOTOS}/p1`, async ({ request }) => {
    const offset = Number(request.headers.get("Upload-Offset"));
    offsets.push(offset);
    const after = offset + (await request.arrayBuffer()).byteLength;
    const answer = answers.shift();
    if (answer) return answer(after);
    there = after;
    return taken(after);
  }),
);
afterEach(() => vi.useRealTimers());
beforeEach(() => {
  there = 0;
  answers = [];
  offsets.length = 0;
});

function sending(previousId: string | null = null) {
  const progress: number[] = [];
  const waits: boolean[] = [];
  const controller = new AbortController();
  const done = sendFile({
    slot: "panel_open",
    kind: "photo",
    file: { bytes: new Blob([new Uint8Array(SIZE)]), contentType: "image/jpeg" },
    previousId,
    signal: controller.signal,
    onBegun: () => {},
    onSent: (bytes) => progress.push(bytes),
    onWait: (isWaiting) => waits.push(isWaiting),
  });
  return { done, progress, waits, controller };
}

test("piece after piece, with its progress; begun before it goes on where it stopped", async () => {
  const { done, progress } = sending();
  await done;

  expect(offsets).toEqual([0, PIECE, 2 * PIECE]);
  expect(progress).toEqual([0, PIECE, 2 * PIECE, SIZE]);

  there = PIECE;
  offsets.length = 0;
  const again = sending("p1");
  await again.done;

  expect(offsets).toEqual([PIECE, 2 * PIECE]);
  expect(again.progress[0]).toBe(PIECE);
});

test("an answer that was lost: the server says what it has, nothing is sent twice", async () => {
  answers = [
    (now) => {
      there = now;
      return HttpResponse.error();
    },
  ];
  const { done, waits } = sending();
  await done;

  expect(offsets).toEqual([0, PIECE, 2 * PIECE]);
  expect(waits).toEqual([true, false]);
});

test("a piece that does not follow is put right by the server's offset", async () => {
  answers = [
    () => {
      there = 2 * PIECE;
      return refused(409, "upload_offset_wrong");
    },
  ];
  await sending().done;

  expect(offsets).toEqual([0, 2 * PIECE]);
});

test("a server in trouble is asked again; a refusal is not", async () => {
  answers = [() => refused(503, "files_down"), () => refused(422, "photo_type_refused")];

  await expect(sending().done).rejects.toMatchObject({ code: "photo_type_refused" });
  expect(offsets).toEqual([0, 0]);
});

test("given up: nothing more is sent", async () => {
  answers = [() => HttpResponse.error()];
  const { done, controller, waits } = sending();
  await waitFor(() => expect(waits).toEqual([true]));

  controller.abort();

  await expect(done).rejects.toBeTruthy();
  expect(offsets).toHaveLength(1);
});

test("to a store elsewhere: whole, the file after the fields; it may refuse", async () => {
  const fields: string[] = [];
  const store = "http://localhost:3000/bucket";
  const upload = { url: store, fields: { key: "photos/x", policy: "p" } };
  server.use(
    http.post(PHOTOS, () =>
      HttpResponse.json({ id: "p1", offset: 0, chunk_bytes: 1, upload }, { status: 201 }),
    ),
    http.post(store, async ({ request }) => {
      fields.push(...(await request.formData()).keys());
      return new HttpResponse(null, { status: 204 });
    }),
  );

  await sending().done;

  expect(fields).toEqual(["key", "policy", "file"]);
  expect(offsets).toEqual([]);
  server.use(http.post(store, () => new HttpResponse(null, { status: 403 })));
  await expect(sending().done).rejects.toMatchObject({ code: "store_refused" });
});

function aCall(...failures: Problem[]) {
  vi.useFakeTimers();
  const waits: boolean[] = [];
  const controller = new AbortController();
  let calls = 0;
  const attempt = async () => {
    const failure = failures[Math.min(calls, failures.length - 1)];
    calls += 1;
    if (calls <= failures.length && failure) throw failure;
    return "there";
  };
  const onWait = (isWaiting: boolean) => waits.push(isWaiting);
  const done = withRetry(attempt, { signal: controller.signal, onWait });
  done.catch(() => {});
  return { done, waits, controller, calls: () => calls };
}

test("a broken call is made again, each time a little later", async () => {
  const { done, waits, calls } = aCall(aProblem("offline", 0), aProblem("timeout", 0));

  await vi.advanceTimersByTimeAsync(999);
  expect(calls()).toBe(1);
  await vi.advanceTimersByTimeAsync(1 + 2000);

  expect(await done).toBe("there");
  expect(waits).toEqual([true, true, false]);
});

test("the server's own wait is kept", async () => {
  const { calls } = aCall(aProblem("busy", 503, { retryAfter: 7 }));

  await vi.advanceTimersByTimeAsync(6999);
  expect(calls()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(calls()).toBe(2);
});

test("the connection's return ends the wait at once", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const { done, calls } = aCall(aProblem("offline", 0));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(calls()).toBe(1);

  dispatchEvent(new Event("online"));

  expect(await done).toBe("there");
});

test("patience ends after nine tries and two minutes at most", async () => {
  const { done, calls } = aCall(...Array.from({ length: 20 }, () => aProblem("offline", 0)));

  await vi.advanceTimersByTimeAsync(120_000);

  await expect(done).rejects.toMatchObject({ code: "offline" });
  expect(calls()).toBe(9);
});

test.each([
  ["a refusal", aProblem("photo_type_refused", 422)],
  ["a wait of an hour", aProblem("too_often", 429, { retryAfter: 3600 })],
])("no second try after %s", async (_, refusal) => {
  const { done, calls, waits } = aCall(refusal);

  await expect(done).rejects.toBe(refusal);
  expect(calls()).toBe(1);
  expect(waits).toEqual([]);
});

test("nobody waits any more: it ends at once", async () => {
  const { done, controller, calls } = aCall(aProblem("offline", 0), aProblem("offline", 0));
  await vi.advanceTimersByTimeAsync(0);

  controller.abort();

  await expect(done).rejects.toMatchObject({ code: "offline" });
  expect(calls()).toBe(1);
});
