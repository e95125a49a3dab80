// The service worker. config/installed.py serves it as /sw.js and puts FACTS before it: { cache, build, offline, files }.
// It keeps static files, which never change at their address, and one page that says there is no connection. Pages,
// sockets, forms and downloads always are the server's: an old table must never look like a live one.

addEventListener('install', event => {
  const files = FACTS.files.map(url => new Request(url, { credentials: 'omit' }));
  // No page is reloaded for a new worker, so it may take over at once: pages look the same under both.
  event.waitUntil(caches.open(FACTS.cache).then(cache => cache.addAll(files)).then(() => skipWaiting()));
});

addEventListener('activate', event => event.waitUntil(forget()));

async function forget() {
  const old = (await caches.keys()).filter(name => name !== FACTS.cache);
  await Promise.all(old.map(name => caches.delete(name)));
}

addEventListener('fetch', event => {
  const { request } = event, { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (FACTS.build && pathname.startsWith(FACTS.build)) event.respondWith(kept(request));
  else if (request.mode === 'navigate' && !/^\/admin\/|\.\w+$/.test(pathname)) event.respondWith(page(request));
});

async function kept(request) {
  const cache = await caches.open(FACTS.cache);
  const found = await cache.match(request, { ignoreVary: true });
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) cache.put(request, answer.clone()).catch(() => { /* no room: it is loaded again next time */ });
  return answer;
}

async function page(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const instead = await caches.match(FACTS.offline, { cacheName: FACTS.cache });
    if (instead) return instead;
    throw error;
  }
}

addEventListener('notificationclick', event => {
  event.notification.close();
  event.waitUntil(show(event.notification.data?.url || '/'));
});

/** Brings the tab that shows an address of ours to the front, or opens one. */
async function show(address) {
  const url = new URL(address, location.origin);
  if (url.origin !== location.origin) return;
  const tabs = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const tab = tabs.find(each => new URL(each.url).pathname === url.pathname);
  await (tab ? tab.focus() : clients.openWindow(url.href));
}
