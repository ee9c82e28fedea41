import { dropOldShells, isEntry, keepShell, keptFile, keptPage } from './shell.js';

declare const self: ServiceWorkerGlobalScope;

/** All else (calls, files, downloads, signing in) goes past this worker. */
const pages = /^\/(?:allfiles(?:\/.*)?|account|result|share)?\/?$/;

self.addEventListener('install', (event) => event.waitUntil(keepShell()));

self.addEventListener('activate', (event) =>
  event.waitUntil(
    (async () => {
      await dropOldShells();
      await self.registration.navigationPreload?.enable();
      await self.clients.claim();
    })(),
  ),
);

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin || request.method !== 'GET') return;
  if (request.mode === 'navigate') {
    if (pages.test(pathname)) event.respondWith(page(event));
  } else if (pathname.startsWith('/assets/') && request.destination !== 'video')
    event.respondWith(asset(request, pathname));
});

/** Asks the server first: its headers follow the operator's settings. */
async function page(event: FetchEvent): Promise<Response> {
  const preloaded: Promise<Response | undefined> = Promise.resolve(event.preloadResponse);
  const answer = await preloaded.then((early) => early ?? fetch(event.request)).catch(() => null);
  if (answer && answer.status < 500) return answer;
  return (await keptPage()) ?? answer ?? Response.error();
}

const asset = async (request: Request, path: string): Promise<Response> =>
  (await keptFile(path)) ?? fetch(request);

self.addEventListener('message', ({ data, ports }) => {
  if (data === 'take-over') void self.skipWaiting();
  else ports[0]?.postMessage(isEntry(data));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(goTo(String(event.notification.data)));
});

async function goTo(path: string): Promise<void> {
  const [tab] = await self.clients.matchAll({ type: 'window' });
  if (!tab) return void (await self.clients.openWindow(path));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  tab.postMessage({ goTo: path });
  await tab.focus();
}
