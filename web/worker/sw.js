/**
 * The service worker: the page opens without the network, and says so.
 *
 * Files with hashed names never change: they come from the cache. The page itself and the few answers that every page
 * needs come from the network; if it is slow or gone, from the cache. Games always need the network.
 */

const VERSION = "__VERSION__";
const FILES = "__FILES__";
const CACHE = `neurohex-${VERSION}`;
const SHELL = "/";
const KEPT = ["/api/catalogue", "/api/sprites", "/api/lesson", "/api/puzzles"];
const PLAIN = ["/icon.svg", "/favicon.ico", "/manifest.webmanifest", "/icon-192.png"];
/** Milliseconds after which a page from the cache is better than waiting. */
const PATIENCE = 2000;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll([SHELL, ...PLAIN, ...FILES]))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(kept(request));
  else if (KEPT.includes(url.pathname)) event.respondWith(fresh(request));
  else if (PLAIN.includes(url.pathname)) event.respondWith(kept(request));
});

async function kept(request) {
  return (await caches.match(request)) ?? fetch(request);
}

/** From the network; the last known answer without it. */
async function fresh(request) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    const known = await cache.match(request);
    if (known) return known;
    throw error;
  }
}

/** The page from the network; the kept one if that takes too long. Its script reads the address itself. */
async function page(request) {
  const known = await caches.match(SHELL);
  if (!known) return fetch(request);
  const late = new Promise((resolve) => setTimeout(() => resolve(known), PATIENCE));
  return Promise.race([fetch(request).catch(() => known), late]);
}
