import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { checkKey, isKey } from '../input-rules.js';
import type { ObjectStore, ObjectInfo } from '../port.js';
import { translated, systemCode } from './file-errors.js';
import { FolderSync } from './folder-sync.js';
import { checkMultipart, layoutOf, type Layout } from './layout.js';
import { Multiparts } from './multipart.js';
import { deleteObjects, headObject, openObject, publish } from './objects.js';
import { writeTemp } from './temp-file.js';

export interface FolderStoreOptions {
  /** Created when missing. A local file system: names must be durable by an fsync of their folder. */
  root: string;
  clock?: { now(): Date };
}

export interface FolderStore extends ObjectStore {
  /** It also runs at the start and every hour. */
  removeLeftovers(): Promise<number>;
  /** Objects being read stay readable. */
  close(): Promise<void>;
}

/**
 * A write is temp file, fsync, rename (link for a conditional create), fsync of the folder: after a power cut
 * a key has its whole object or none, and answered writes exist. Concurrent writers share a folder's fsync.
 * @throws ObjectStoreError `unavailable` when the folder can't be made or read
 */
export async function createFolderStore({ root, clock }: FolderStoreOptions): Promise<FolderStore> {
  const layout = layoutOf(resolve(root));
  const sync = new FolderSync();
  const now = () => clock?.now() ?? new Date();
  const multiparts = new Multiparts(layout, sync, now);
  await translated(async () => {
    await makeFolders(layout, sync);
    await removeLeftovers(layout, now());
  });
  const sweep = setInterval(() => void removeLeftovers(layout, now()).catch(() => {}), STALE_MS).unref();

  return {
    put: (key, body, { size, ifAbsent = false } = {}) =>
      translated(async () => {
        checkKey(key);
        return publish(layout, sync, key, await writeTemp(layout.temp, body, { size }), ifAbsent);
      }),
    get: (key, range) => translated(async () => (checkKey(key), openObject(layout, key, range))),
    presignGet: async () => null,
    head: (key) => translated(async () => (checkKey(key), headObject(layout, key))),
    delete: (keys) => translated(async () => (keys.forEach(checkKey), deleteObjects(layout, sync, keys))),
    list: (options = {}) => listObjects(layout, options),

    createMultipart: (key) => translated(async () => (checkKey(key), multiparts.create(key))),
    putPart: (key, id, partNumber, body, size) =>
      translated(async () => (checkMultipart(key, id), multiparts.put(key, id, partNumber, body, size))),
    presignPart: async () => null,
    listParts: (key, id) => translated(async () => (checkMultipart(key, id), multiparts.list(key, id))),
    completeMultipart: (key, id, parts) =>
      translated(async () => (checkMultipart(key, id), multiparts.complete(key, id, parts))),
    abortMultipart: (key, id) => translated(async () => (checkMultipart(key, id), multiparts.abort(key, id))),
    listMultiparts: () => multiparts.all(),

    pathOf: (key) => (checkKey(key), layout.objectPath(key)),
    freeBytes: () => translated(() => freeBytesOf(layout.temp)),

    removeLeftovers: () => translated(() => removeLeftovers(layout, now())),
    close: () => {
      clearInterval(sweep);
      return sync.close();
    },
  };
}

/** Each name is durable before something is put under it. */
async function makeFolders(layout: Layout, sync: FolderSync): Promise<void> {
  const folders = [layout.temp, layout.multiparts, ...layout.objectFolders];
  const touched = new Set<string>();
  for (const folder of folders) {
    const made = await mkdir(folder, { recursive: true, mode: 0o700 });
    if (made === undefined) continue;
    // `made` is the topmost new folder: all from its parent down got a new name.
    for (let parent = dirname(folder); ; parent = dirname(parent)) {
      touched.add(parent);
      if (parent === dirname(made)) break;
    }
  }
  for (const folder of touched) await sync.syncOnce(folder);
}

/** By code unit, as S3 lists ASCII. About 100 bytes a name in memory: hashed folders have no order. */
export async function* listObjects(
  layout: Layout,
  options: { prefix?: string; after?: string },
): AsyncGenerator<ObjectInfo> {
  const { prefix = '', after = '' } = options;
  const keys: string[] = [];
  for (const folder of layout.objectFolders) {
    for (const name of await readdir(folder)) {
      if (name.startsWith(prefix) && name > after && isKey(name)) keys.push(name);
    }
  }
  keys.sort();
  for (const key of keys) {
    const info = await headObject(layout, key);
    if (info) yield info; // else deleted since
  }
}

/** The time exceeds any request's time-out. */
const STALE_MS = 3_600_000;

/** Another process may be writing the younger ones. */
export async function removeLeftovers(layout: Layout, now: Date): Promise<number> {
  let removed = 0;
  for (const name of await readdir(layout.temp)) {
    const path = `${layout.temp}/${name}`;
    try {
      const { mtimeMs } = await stat(path);
      if (now.getTime() - mtimeMs < STALE_MS) continue;
      await rm(path, { force: true });
      removed += 1;
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') throw error; // its writer has just finished
    }
  }
  return removed;
}

export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
