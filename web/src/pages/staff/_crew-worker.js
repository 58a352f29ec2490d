/**
 * Service worker of the crew's phone: keeps its page and scripts, so that it opens without signal.
 * Jobs and what waits to be sent are kept by the page (crew-store.ts); calls go past this worker.
 */

const CACHE = "crew";
const PAGE = "/staff/crew";
const PAGE_WITHIN_MS = 4_000;
const HASHED = "/_astro/";

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(CACHE).then((cache) => cache.add(PAGE)));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim());
});

// The page names the scripts and styles that it runs with; those of an older build go.
self.addEventListener("message", (event) => {
  event.waitUntil(keep(event.data.files));
});

async function keep(files) {
  const cache = await caches.open(CACHE);
  const needed = new Set(files);
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    if (pathname.startsWith(HASHED) && !needed.delete(pathname)) await cache.delete(url);
  }
  // Each by itself: where the signal is weak, a large file must not cost the others.
  await Promise.all([...needed].map((file) => cache.add(file)));
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin || request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (pathname.startsWith(HASHED)) event.respondWith(hashed(request));
});

// The newest page if there is a connection, else the kept one.
async function page(request) {
  const cache = await caches.open(CACHE);
  try {
    const response = await self.fetch(request, { signal: AbortSignal.timeout(PAGE_WITHIN_MS) });
    if (response.ok) await cache.put(PAGE, response.clone());
    return response;
  } catch {
    return (await cache.match(PAGE)) ?? Response.error();
  }
}

async function hashed(request) {
  return (await caches.match(request)) ?? self.fetch(request);
}
