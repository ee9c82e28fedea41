import { join } from 'node:path';
import { checkKey } from '../input-rules.js';
import { ObjectStoreError } from '../port.js';

/**
 * One file system, so a rename is atomic.
 * - `objects/<00–3f>/<key>`: by a hash of the key. With 64 folders writers often share an fsync, and a
 * million objects are 16,000 entries each.
 * - `multipart/<key>.<id>/<number>.<size>.<sha256>`: parts of unfinished uploads.
 * - `temp/`: files being written.
 */
export interface Layout {
  objectFolders: readonly string[];
  multiparts: string;
  temp: string;
  folderOf(key: string): string;
  objectPath(key: string): string;
  multipartFolder(key: string, multipartId: string): string;
}

const SHARDS = 64;
const multipartIdPattern = /^[0-9a-z]{1,12}-[0-9a-f]{32}$/;

/** @throws ObjectStoreError `not-found` */
export function checkMultipart(key: string, multipartId: string): void {
  checkKey(key);
  if (!multipartIdPattern.test(multipartId)) throw multipartNotFound();
}

export const multipartNotFound = (): ObjectStoreError =>
  new ObjectStoreError('not-found', 'This upload in parts does not exist, is finished or was given up');

/** Implements FNV-1a, 32 bits. */
function shardOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index += 1) {
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0) % SHARDS;
}

export function layoutOf(root: string): Layout {
  const objects = join(root, 'objects');
  const multiparts = join(root, 'multipart');
  const objectFolders = Array.from({ length: SHARDS }, (_, shard) =>
    join(objects, shard.toString(16).padStart(2, '0')),
  );
  const folderOf = (key: string) => objectFolders[shardOf(key)] ?? objects;
  return {
    objectFolders,
    multiparts,
    temp: join(root, 'temp'),
    folderOf,
    objectPath: (key) => `${folderOf(key)}/${key}`,
    multipartFolder: (key, multipartId) => `${multiparts}/${key}.${multipartId}`,
  };
}
