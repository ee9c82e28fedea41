import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ElementView } from '@skyshelf/contracts';
import { elementView, builtInView } from '../element-view.js';
import type { Folder } from '../slices/read-folder.js';
import type { Listed } from './listing-rows.js';

/** Before others get their turn: about 2 ms. */
const rowsAtATime = 1000;

export const listedView = (
  listed: Listed,
  { path }: Pick<Folder, 'path'>,
  user: string,
  counter = 0,
): ElementView => ('icon' in listed ? builtInView(listed, user) : elementView(listed, path, user, counter));

/** 100,000 elements in one go would block others for half a second. */
export async function listingBytes(
  listed: readonly Listed[],
  folder: Folder,
  user: string,
  end: object,
  counts: ReadonlyMap<string, number>,
): Promise<Buffer> {
  const view = (each: Listed): ElementView => listedView(each, folder, user, counts.get(each.id));
  const parts: Buffer[] = [];
  for (let start = 0; start < listed.length; start += rowsAtATime) {
    if (start > 0) await nextTurn();
    const docs = listed.slice(start, start + rowsAtATime).map(view);
    parts.push(Buffer.from(`${start > 0 ? ',' : ''}${JSON.stringify(docs).slice(1, -1)}`));
  }
  return answerBytes(parts, end);
}

export async function separateBytes(
  listed: readonly Listed[],
  folder: Folder,
  user: string,
): Promise<{ bytes: Buffer; starts: Uint32Array }> {
  const parts: Buffer[] = [];
  const starts = new Uint32Array(listed.length + 1);
  let end = 0;
  for (const [index, each] of listed.entries()) {
    if (index % rowsAtATime === rowsAtATime - 1) await nextTurn();
    const part = Buffer.from(`${JSON.stringify(listedView(each, folder, user))},`);
    parts.push(part);
    starts[index + 1] = end += part.length;
  }
  return { bytes: Buffer.concat(parts), starts };
}

export const answerBytes = (docs: readonly Buffer[], rest: object): Buffer =>
  Buffer.concat([Buffer.from('{"docs":['), ...docs, Buffer.from(`],${JSON.stringify(rest).slice(1)}`)]);
