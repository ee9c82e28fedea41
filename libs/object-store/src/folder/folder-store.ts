import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { checkKey } from '../keys.js';
import type { ObjectStore } from '../port.js';
import { translated } from './file-errors.js';
import { FolderSync } from './folder-sync.js';
import { checkMultipart, layoutOf, type Layout } from './layout.js';
import { removeLeftovers, STALE_MS } from './leftovers.js';
import { listObjects } from './listing.js';
import { Multiparts } from './multipart.js';
import { deleteObjects, headObject, openObject, publish } from './objects.js';
import { freeBytesOf } from './free-bytes.js';
import { writeTemp } from './temp-file.js';

export interface FolderStoreOptions {
  /** Where the objects lie; made when missing. One file system, local: names must be durable by an fsync of their folder. */
  root: string;
  /** For the start of multipart uploads and the age of leftovers; the system's unless given. */
  clock?: { now(): Date };
}

/** An object store in a folder. */
export interface FolderStore extends ObjectStore {
  /** Removes temp files that a crash left; also done at the start and every hour. Returns how many. */
  removeLeftovers(): Promise<number>;
  /** Closes the folders it holds open. Objects being read stay readable. */
  close(): Promise<void>;
}

/**
 * Opens a folder as an object store and removes what a crash left behind.
 *
 * A write is: temp file, fsync, rename (or link, for a conditional create), fsync of the folder, answer. So after a power cut a key holds
 * its whole object or does not exist, and what was answered is there. Writers at the same time share the sync of a folder.
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
  // What was fresh at the start is stale by then.
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

/** Makes what is missing, each name durable before something is put under it. */
async function makeFolders(layout: Layout, sync: FolderSync): Promise<void> {
  const folders = [layout.temp, layout.multiparts, ...layout.objectFolders];
  const touched = new Set<string>();
  for (const folder of folders) {
    const made = await mkdir(folder, { recursive: true, mode: 0o700 });
    if (made === undefined) continue;
    // `made` is the topmost new folder: every folder from its parent down to ours got a new name.
    for (let parent = dirname(folder); ; parent = dirname(parent)) {
      touched.add(parent);
      if (parent === dirname(made)) break;
    }
  }
  for (const folder of touched) await sync.syncOnce(folder);
}
