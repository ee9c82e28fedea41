import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { derivatives, limits } from '@skyshelf/contracts';
import type { ServiceCollections } from '@skyshelf/testing';

const MEBIBYTE = 1024 * 1024;

/** The bytes that an installation keeps of a single account. */
export interface Kept {
  /** Of its store, whatever lies there. */
  store: number;
  /** Uploads, deleted files and the like that no element names. */
  unnamed: number;
  /** Made from its files. */
  derived: number;
  /** Lists of archives. */
  lists: number;
  /** Temporary files: of films that are watched, of jobs under way. */
  temporary: number;
}

/** How much of that there may be. */
export function boundsOf({ extra, windows }: { extra: number; windows: number }): Omit<Kept, 'derived'> {
  // Each window may have begun something within the same second, an import more than an upload.
  const underWay = windows * 2 * limits.partBytes;
  const unnamed = limits.freePlanBytes + extra + underWay;
  return {
    // Trash that gives way adds a plan at most; so does an import of unknown length until it is refused.
    unnamed: unnamed + limits.freePlanBytes,
    store: limits.freePlanBytes + unnamed + underWay,
    // Of the newest lists, and one that is being made.
    lists: 2 * 96 * MEBIBYTE,
    // What has been watched, and films under way that are no longer than those of the test.
    temporary: 1024 * MEBIBYTE,
  };
}

const maxBytesOf = new Map<string, number>(
  Object.entries(derivatives).map(([kind, { maxBytes }]) => [kind, maxBytes]),
);

/** @throws Error when a derived file is larger than its kind may be */
export async function keptBytes(
  { collection }: ServiceCollections,
  { objects, temporary }: { objects: string; temporary: string },
): Promise<Kept> {
  const [counters, blobs, pages] = await Promise.all([
    collection('storage', 'unnamed').find({}).toArray(),
    collection('storage', 'blobs').find({}).toArray(),
    collection('storage', 'archivePages')
      .aggregate<{ bytes: number }>([{ $group: { _id: null, bytes: { $sum: { $bsonSize: '$$ROOT' } } } }])
      .toArray(),
  ]);
  let unnamed = counters.reduce((sum, { bytes }) => sum + Number(bytes), 0);
  let derived = 0;
  for (const { source, kind, size, unnamed: counts } of blobs) {
    if (counts === 'fresh') unnamed += Number(size);
    if (source === null || source === undefined) continue;
    derived += Number(size);
    if (size > (maxBytesOf.get(String(kind)) ?? 0)) throw new Error(`A ${kind} has ${size} bytes.`);
  }
  const [store, temporaryBytes] = await Promise.all([bytesBelow(objects), bytesBelow(temporary)]);
  return { store, unnamed, derived, lists: pages[0]?.bytes ?? 0, temporary: temporaryBytes };
}

/** Files that are removed in the meantime do not count. */
export async function bytesBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const sizes = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return bytesBelow(path);
      return entry.isFile() ? ((await stat(path).catch(() => null))?.size ?? 0) : 0;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
