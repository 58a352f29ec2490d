import { waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { refused, serving } from "#test-support.ts";
import { sendFile } from "./send-file.ts";

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
