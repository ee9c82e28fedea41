import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ElementId, ElementView } from '@skyshelf/contracts';
import type { ContentCoding } from '@skyshelf/http';
import type { Placed } from './listing-order.js';
import { elementView, builtInView } from '../element-view.js';
import type { Folder } from '../slices/read-folder.js';
import type { Listed } from './listing-rows.js';

export interface Listing {
  /** The rows are of this version or newer. */
  version: number;
  bytes: Buffer;
  /** The open counts in `bytes` are of this revision or a newer one; only a whole folder has it. */
  opened?: number;
  /** The elements whose counts are patched in with every answer. */
  ids?: readonly ElementId[];
  /** Positions in `bytes`, for pages. */
  pages?: Pages;
  tooLarge?: boolean;
}

/** Allows any part of a sorted folder to be cut out. */
export interface Pages {
  folderId: string;
  /** Null for a folder too large to be sorted. */
  places: readonly Placed[] | null;
  /** The start of each element, and finally the end. */
  starts: Uint32Array;
}

/** It is not `exact` if the drive was written in the meantime. */
export type LoadedListing = Listing & { exact: boolean };

export interface Listings {
  at(version: number, name: string, load: () => Promise<LoadedListing>): Promise<Listing>;
  compressed(bytes: Buffer, coding: ContentCoding): Promise<Buffer>;
  /** Replaces a listing unless a newer one is there. */
  replace(name: string, before: Listing, after: Listing): void;
}

/** The loop yields after this many rows, which take about 2 ms. */
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
