import {
  ROOT_ID,
  type BlobId,
  type CatalogEvent,
  type DriveId,
  type ElementId,
  type OpId,
  type UploadId,
} from '@skyshelf/contracts';
import { nameKey } from '@skyshelf/contracts/rules';
import type { Db, MongoClient } from 'mongodb';
import type { Catalog } from '#src/application/catalog.js';
import { CATALOG } from '#src/catalog.runtime.js';
import { growth } from '#src/domain/decision.js';
import { runCatalog, type TestAccount } from './running-catalog.js';

/** It is small enough for a transaction on a busy machine. */
const perEvent = 400;
const perFolder = 1000;
/** One of so many has the word that many have. */
const harbours = 100;

/** How long each of some reads took, milliseconds. */
export type ReadTimes = Record<string, number[]>;

interface Reading {
  name: string;
  method: 'GET' | 'POST';
  url: string;
  body?: object;
}

const search = (name: string, body: object): Reading => ({
  name: `search everywhere, ${name}`,
  method: 'POST',
  url: '/api/search/',
  body,
});

const readings: Reading[] = [
  search('0 hits', { text: 'zeppelin' }),
  search('1 hit', { text: 'needl' }),
  search('1 in 100 hits', { text: 'harb' }),
  search('every element hits', { text: 'jpg' }),
  search('two words, one rare', { text: 'jpg needle' }),
  search('a tag, 1 in 100', { tag: 'sea' }),
  {
    name: 'search in a folder of 1,000',
    method: 'POST',
    url: '/api/search/',
    body: { text: 'arbo', folderId: 'f1' },
  },
  {
    name: 'a page of a huge folder',
    method: 'POST',
    url: '/api/',
    body: { url: '/', folderId: 'huge', limit: 200 },
  },
  { name: 'recent elements', method: 'GET', url: '/api/recent' },
];

/** Fills a drive of a catalog of its own with so many elements, and reads it as browsers do, turn by turn. */
export async function measureReads(
  database: { client: MongoClient; db: Db },
  { elements, huge, turns }: { elements: number; huge: number; turns: number },
): Promise<ReadTimes> {
  const running = await runCatalog(database);
  try {
    const account = running.account();
    const { store } = running.service.app.get<Catalog>(CATALOG);
    await fill(store, account.drive, shelf(elements, huge));
    const times: ReadTimes = {};
    for (let turn = 0; turn < turns; turn += 1)
      for (const reading of readings) (times[reading.name] ??= []).push(await timeOf(account, reading));
    return times;
  } finally {
    await running.stop();
  }
}

async function fill(
  store: Catalog['store'],
  drive: DriveId,
  events: IterableIterator<CatalogEvent>,
): Promise<void> {
  let filled = 0;
  for (const event of events) {
    const opId = `fill:${(filled += 1)}` as OpId;
    const command = {
      name: 'fill',
      payload: filled,
      read: async () => null,
      decide: () => ({ event, answer: null }),
    };
    const once = () => store.withDrive(drive, opId, command, { actor: null, trace: null });
    // On a busy machine a transaction may time out; the same operation is safe.
    await once().catch(once);
  }
}

async function timeOf(account: TestAccount, { name, method, url, body }: Reading): Promise<number> {
  const began = performance.now();
  const { status } = await account.call(method, url, body);
  const took = performance.now() - began;
  if (status !== 200) throw new Error(`${name}: ${status}`);
  return took;
}

/** Creates folders of a thousand elements in the root, and one huge folder. */
function* shelf(elements: number, huge: number): IterableIterator<CatalogEvent> {
  const folders = Math.ceil((elements - huge) / perFolder);
  yield folder('huge');
  for (let index = 0; index < folders; index += 1) yield folder(`f${index}`);
  for (let start = 0; start < elements; start += perEvent) yield files(start, huge, elements);
}

const placed = (id: string, parentId: string, name: string) => ({
  id: id as ElementId,
  parentId: parentId as ElementId,
  name,
  nameKey: nameKey(name),
});

const folder = (name: string): CatalogEvent => ({
  type: 'catalog.folder.created',
  ...placed(name, ROOT_ID, name),
  tags: [],
  delta: growth([{ kind: 'folder', size: 0 }]),
});

function files(start: number, huge: number, elements: number): CatalogEvent {
  const made = Array.from({ length: Math.min(perEvent, elements - start) }, (_, at) => {
    const index = start + at;
    const parent = index < huge ? 'huge' : `f${Math.floor((index - huge) / perFolder)}`;
    const marked = index % harbours === 0;
    const rare = index === Math.floor(elements / 2) ? ' needle' : '';
    return {
      ...placed(`e${index}`, parent, `${marked ? 'Harbour' : 'Garden'} ${index % 997}${rare} ${index}.jpg`),
      tags: marked ? ['Sea'] : [],
      uploadId: `u${index}` as UploadId,
      blobId: `b${index}` as BlobId,
      kind: 'application/octet-stream',
      extension: 'jpg',
      source: 'device',
      size: 1,
      width: null,
      height: null,
    };
  });
  return { type: 'catalog.files.uploaded', files: made, delta: growth(made) };
}
