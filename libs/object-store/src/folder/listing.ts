import { readdir } from 'node:fs/promises';
import { isKey } from '../keys.js';
import type { ObjectInfo } from '../port.js';
import type { Layout } from './layout.js';
import { headObject } from './objects.js';

/**
 * By code unit, as S3 lists ASCII. Holds the range's names in memory, about 100 bytes each: hashed folders
 * have no order.
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
