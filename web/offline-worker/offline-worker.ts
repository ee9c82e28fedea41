/** Written in front of this program by build/offline-worker.mjs. */
declare const SHELL: {
  /** A hash of all files. */
  version: string;
  /** The page's first script: it tells one build from another. */
  entry: string;
  files: readonly string[];
};

const PREFIX = 'skyshelf-shell-';
const NAME = PREFIX + SHELL.version;
/** The one before serves tabs that still show it. */
const VERSIONS_KEPT = 2;
const PAGE = '/';

/** A file of this version or of the one before. */
const keptFile = (path: string): Promise<Response | undefined> => caches.match(path, { ignoreVary: true });

const keptPage = async (): Promise<Response | undefined> =>
  (await caches.open(NAME)).match(PAGE, { ignoreVary: true });

const isEntry = (address: unknown): boolean => address === SHELL.entry;

const fetched = async (path: string): Promise<Response> => {
  const response = await fetch(path, { cache: path === PAGE ? 'no-cache' : 'default' });
  if (!response.ok || response.redirected) throw new Error(`${path} answered ${response.status}`);
  return response;
};

/**
 * Files in /assets are named by their content: those the version before has are copied.
 * @throws {Error} if one is missing or of another version; the browser tries again later
 */
const keepShell = async (): Promise<void> => {
  const cache = await caches.open(NAME);
  const keep = async (path: string): Promise<void> => {
    const known = path.startsWith('/assets/') ? await keptFile(path) : undefined;
    await cache.put(path, known ?? (await fetched(path)));
  };
  try {
    await Promise.all(SHELL.files.map(keep));
    const page = await (await keptPage())?.text();
    if (!page?.includes(SHELL.entry)) throw new Error('The page is of another version');
  } catch (failure) {
    await caches.delete(NAME);
    throw failure;
  }
};

const dropOldShells = async (): Promise<void> => {
  const shells = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME);
  for (const name of shells.slice(0, Math.max(0, shells.length + 1 - VERSIONS_KEPT)))
    await caches.delete(name);
};

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

/** From the server if possible: its headers follow the operator's settings. */
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
