/** Written in front of this program by build/offline-worker.mjs. */
declare const SHELL: {
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
export const keptFile = (path: string): Promise<Response | undefined> =>
  caches.match(path, { ignoreVary: true });

export const keptPage = async (): Promise<Response | undefined> =>
  (await caches.open(NAME)).match(PAGE, { ignoreVary: true });

export const isEntry = (address: unknown): boolean => address === SHELL.entry;

const fetched = async (path: string): Promise<Response> => {
  const response = await fetch(path, { cache: path === PAGE ? 'no-cache' : 'default' });
  if (!response.ok || response.redirected) throw new Error(`${path} answered ${response.status}`);
  return response;
};

/**
 * Files in /assets are named by their content: those the version before has are copied.
 * @throws {Error} if one is missing or of another version; the browser tries again later
 */
export const keepShell = async (): Promise<void> => {
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

export const dropOldShells = async (): Promise<void> => {
  const shells = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME);
  for (const name of shells.slice(0, Math.max(0, shells.length + 1 - VERSIONS_KEPT)))
    await caches.delete(name);
};
