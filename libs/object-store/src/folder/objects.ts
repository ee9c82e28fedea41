import { link, open, rename, stat, unlink } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { lentFile } from '@skyshelf/bytes';
import { ObjectStoreError, type ObjectInfo } from '../port.js';
import { systemCode } from './file-errors.js';
import type { FolderSync } from './folder-sync.js';
import type { Layout } from './layout.js';
import { dropTemp, etagOf, type WrittenFile } from './temp-file.js';

/** Readers see all or nothing. */
export async function publish(
  layout: Layout,
  sync: FolderSync,
  key: string,
  file: WrittenFile,
  ifAbsent: boolean,
): Promise<ObjectInfo> {
  const path = layout.objectPath(key);
  try {
    await (ifAbsent ? linkNew(file.path, path) : rename(file.path, path));
  } catch (error) {
    await dropTemp(file);
    throw error;
  }
  await sync.sync(layout.folderOf(key));
  return { key, size: file.size, etag: file.etag, modified: file.modified };
}

/** link(2) fails for all but one racer. */
async function linkNew(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (systemCode(error) === 'EEXIST')
      throw new ObjectStoreError('exists', 'An object with this key exists', { cause: error });
    throw error;
  }
  await unlink(from);
}

const missing = (error: unknown): boolean => systemCode(error) === 'ENOENT';

export async function headObject(layout: Layout, key: string): Promise<ObjectInfo | null> {
  try {
    return infoOf(key, await stat(layout.objectPath(key), { bigint: true }));
  } catch (error) {
    if (missing(error)) return null;
    throw error;
  }
}

export interface OpenedObject {
  info: ObjectInfo;
  body: Readable;
  start: number;
  end: number;
}

/** Readable to its end even if it is deleted. */
export async function openObject(
  layout: Layout,
  key: string,
  range?: { start: number; end?: number },
): Promise<OpenedObject> {
  const handle = await open(layout.objectPath(key), 'r').catch((error: unknown) => {
    throw missing(error)
      ? new ObjectStoreError('not-found', 'No object has this key', { cause: error })
      : error;
  });
  try {
    const info = infoOf(key, await handle.stat({ bigint: true }));
    const { start, end } = positions(info.size, range);
    return { info, start, end, body: lentFile(handle, start, end) };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** An end beyond the object is cut. @throws ObjectStoreError `bad-range` */
function positions(size: number, range?: { start: number; end?: number }): { start: number; end: number } {
  if (!range) return { start: 0, end: size - 1 };
  const { start, end = size - 1 } = range;
  const sane =
    Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && start < size && end >= start;
  if (!sane)
    throw new ObjectStoreError('bad-range', `The range ${start}–${end} lies outside of ${size} bytes`);
  return { start, end: Math.min(end, size - 1) };
}

export function infoOf(
  key: string,
  found: { ino: bigint; mtimeNs: bigint; mtimeMs: bigint; size: bigint },
): ObjectInfo {
  return { key, size: Number(found.size), etag: etagOf(found), modified: new Date(Number(found.mtimeMs)) };
}

export async function deleteObjects(
  layout: Layout,
  sync: FolderSync,
  keys: readonly string[],
): Promise<void> {
  const touched = new Set<string>();
  for (const key of keys) {
    try {
      await unlink(layout.objectPath(key));
      touched.add(layout.folderOf(key));
    } catch (error) {
      if (!missing(error)) throw error;
    }
  }
  await Promise.all([...touched].map((folder) => sync.sync(folder)));
}
