// The service worker: keeps the whole page in the browser, so that it opens without a network. The build writes the list of
// files and its version into the two lines below.

const VERSION = "unbuilt";
const FILES = [];

const cache = () => caches.open(`cg-${VERSION}`);

self.addEventListener("install", (event) => {
  event.waitUntil(cache().then((store) => store.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith("cg-") && name !== `cg-${VERSION}`);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))).then(() => self.clients.claim()));
});

// A file of the page comes from the browser's store; what is not there, from the network.
self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== location.origin) return;
  event.respondWith(cache().then(async (store) => (await store.match(event.request, { ignoreSearch: true })) ?? fetch(event.request)));
});
