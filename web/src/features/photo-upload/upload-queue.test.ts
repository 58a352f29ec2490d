import { waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, expect, test, vi } from "vitest";
import { aProblem, serving } from "#test-support.ts";
import type { PhotoProcessor } from "./prepare-photo.ts";
import type { Photo } from "./review.ts";
import type { Sending } from "./send-file.ts";
import { UploadQueue } from "./upload-queue.ts";

const removed: string[] = [];
serving(
  http.delete("*/api/my-booking/photos/:id", ({ params }) => {
    removed.push(String(params.id));
    return new HttpResponse(null, { status: 204 });
  }),
);
afterEach(() => {
  removed.length = 0;
  localStorage.clear();
});

const processor: PhotoProcessor = { shrink: async (photo) => photo, lengthOf: async () => null };
const photo = (name: string) =>
  new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], name, { lastModified: 1 });
const lost = aProblem("offline", 0);

// Uploads stay under way until the test ends them.
function aQueue(canGoOn = true) {
  const sent: Sending[] = [];
  const ends: { arrive: () => void; stop: (reason: unknown) => void }[] = [];
  const onChange = vi.fn(async () => {});
  const send = (sending: Sending) => {
    sent.push(sending);
    sending.onBegun(sending.previousId ?? `id-${sent.length}`, canGoOn);
    return new Promise<void>((resolve, reject) => {
      ends.push({ arrive: resolve, stop: reject });
      sending.signal.addEventListener("abort", () => reject(lost));
    });
  };
  const queue = new UploadQueue({ processor, onChange, onUploads: () => {}, send });
  const take = (slot: string, before: Photo | null = null) =>
    queue.take({ slot, kind: "photo", file: photo(`${slot}.jpg`), before });
  return { queue, take, sent, ends, onChange };
}

async function startedQueue(...how: Parameters<typeof aQueue>) {
  const harness = aQueue(...how);
  harness.take("a");
  await waitFor(() => expect(harness.sent).toHaveLength(1));
  return harness;
}

const stages = ({ queue }: ReturnType<typeof aQueue>) =>
  Object.fromEntries(Object.values(queue.uploads()).map(({ slot, stage }) => [slot, stage]));
const at = (slot: string, change: Partial<Photo>): Photo => ({
  id: `old-${slot}`,
  slot,
  kind: "photo",
  status: "ready",
  size_bytes: 4,
  received_bytes: 4,
  refused_code: "",
  thumbnail_url: null,
  shown_url: null,
  ...change,
});

test("two at a time; the next begins when one is there", async () => {
  const harness = aQueue();
  for (const slot of ["a", "b", "c"]) harness.take(slot);

  await waitFor(() => expect(harness.sent).toHaveLength(2));
  expect(stages(harness)).toEqual({ a: "sending", b: "sending", c: "waiting" });

  harness.ends[0]?.arrive();
  await waitFor(() => expect(harness.sent).toHaveLength(3));
  expect(stages(harness)).toEqual({ b: "sending", c: "sending" });
  expect(harness.onChange).toHaveBeenCalledOnce();
});

test.each([
  ["under the same announcement", true, "id-1"],
  ["anew where it goes whole to a store", false, null],
])("what stopped is tried again %s", async (_, canGoOn, begunId) => {
  const harness = await startedQueue(canGoOn);
  harness.sent[0]?.onWait(true);
  expect(stages(harness)).toEqual({ a: "lost" });
  harness.sent[0]?.onWait(false);
  expect(stages(harness)).toEqual({ a: "sending" });

  harness.ends[0]?.stop(lost);
  await waitFor(() => expect(stages(harness)).toEqual({ a: "stopped" }));
  harness.queue.retry("a");

  await waitFor(() => expect(harness.sent).toHaveLength(2));
  expect(harness.sent[1]?.previousId).toBe(begunId);
});

test("another photo takes the place: the old one goes first", async () => {
  const harness = aQueue();

  harness.take("a", at("a", {}));

  await waitFor(() => expect(harness.sent).toHaveLength(1));
  expect(removed).toEqual(["old-a"]);
  expect(harness.sent[0]?.previousId).toBeNull();
});

test("the same file goes on where it stopped, another of the same size does not", async () => {
  const harness = aQueue();
  const cutOff = at("a", { status: "receiving", received_bytes: 2 });
  const mark = { name: "a.jpg", size: 4, lastModified: 1 };
  localStorage.setItem("photo-begun-old-a", JSON.stringify(mark));
  localStorage.setItem("photo-begun-old-b", JSON.stringify(mark));

  harness.take("a", cutOff);
  harness.take("b", at("b", { status: "receiving", received_bytes: 2 }));

  await waitFor(() => expect(harness.sent).toHaveLength(2));
  const uploadIds = Object.fromEntries(
    harness.sent.map(({ slot, previousId }) => [slot, previousId]),
  );
  expect(uploadIds).toEqual({ a: "old-a", b: null });
  expect(removed).toEqual(["old-b"]);
});

test("the progress of a photo that was replaced is not shown as the new one's", async () => {
  const harness = await startedQueue();

  harness.take("a");
  await waitFor(() => expect(harness.sent).toHaveLength(2));
  harness.sent[1]?.onSent(1);
  harness.sent[0]?.onSent(3);

  expect(harness.queue.uploads().a?.sentBytes).toBe(1);
});

test("cancelled on its way: it stops, and what arrived is removed", async () => {
  const harness = await startedQueue();

  await harness.queue.drop("a", null);

  expect(harness.sent[0]?.signal.aborted).toBe(true);
  expect(removed).toEqual(["id-1"]);
  expect(stages(harness)).toEqual({});
});
