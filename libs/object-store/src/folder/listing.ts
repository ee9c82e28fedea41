import { readdir } from 'node:fs/promises';
import { isKey } from '../keys.js';
import type { ObjectInfo } from '../port.js';
import type { Layout } from './layout.js';
import { headObject } from './objects.js';

/**
 * Objects in order of keys (by code unit, as S3 lists ASCII). The names of the asked range are held in memory, about 100 bytes each:
 * the folders are spread by hash, so the order can't be read off the disk.
 */
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
