import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ROOT_ID, routes, type ElementId } from '@skyshelf/contracts';
import { databaseUriOf, eventually, uploadFile, type LaunchedSkyshelf } from '@skyshelf/testing';
import { MongoClient } from 'mongodb';
import { atMost, percentile, rounded, type Figure } from '../figures.js';
import {
  addLink,
  closeShelf,
  filledFolder,
  openShelf,
  PER_FOLDER,
  settled,
  type Shelf,
} from './filled-drives.js';
import { whileUserWorks, workName } from './foreground.js';

const ELEMENTS = Number(process.env.LARGE_ELEMENTS ?? 100_000);
/** The others are folders. */
const FILES = ELEMENTS - Math.floor(ELEMENTS / PER_FOLDER);
const FILE_BYTES = 100;
const ANSWER_MS = 50;
const FOREGROUND_MS = 100;
const GONE_S = 60;

/**
 * A folder with 100,000 files is copied and both are deleted, one with a kill of the whole product midway,
 * while a user goes on working in the same drive. Gone is gone when rows, used bytes and the names that
 * storage keeps for the bytes are.
 */
export async function benchLargeCommands(skyshelf: LaunchedSkyshelf, mongoUri: string): Promise<Figure[]> {
  const mongo = await new MongoClient(mongoUri).connect();
  const shelf = await openShelf(skyshelf, mongo, 'large');
  try {
    const bytes = randomBytes(FILE_BYTES);
    const file = await uploadFile(shelf.client, { name: 'file.bin', type: 'application/zip', bytes });
    const work = await addLink(shelf, ROOT_ID, workName(0));
    const target = await shelf.filler.folder(ROOT_ID, 'target');
    const folder = await filledFolder(shelf, { name: 'all', like: file._id, count: ELEMENTS });
    await settled(skyshelf);
    const busy = { ...shelf, work };
    const copy = await copying(busy, folder, target);
    const deletion = await deleting(skyshelf, busy, folder, false);
    const interrupted = await deleting(skyshelf, busy, copy.folder, true);
    return [...copy.figures, ...deletion, ...interrupted];
  } finally {
    await closeShelf(shelf);
    await mongo.close();
  }
}

/** The user works at the element `work`. */
type BusyShelf = Shelf & { work: string };

async function copying(shelf: BusyShelf, folder: ElementId, target: ElementId) {
  const began = performance.now();
  let answered = 0;
  const { result, milliseconds } = await whileUserWorks(shelf, shelf.work, async () => {
    const { docs } = await shelf.client.call(routes.pasteElements, {
      body: { url: '/', folderId: target, arr: [folder], action: 'copy' },
    });
    answered = performance.now() - began;
    await nothingUnderWay(shelf);
    return docs.ops[0]?._id ?? '';
  });
  const seconds = (performance.now() - began) / 1000;
  const copied: Figure = {
    name: `copy a folder of ${ELEMENTS}`,
    value: rounded(ELEMENTS / seconds, 0),
    unit: 'elements/s',
    goal: 'measured',
    met: true,
    details: { seconds: rounded(seconds), answerMs: rounded(answered) },
  };
  return { folder: result, figures: [copied, foreground('a large copy', milliseconds)] };
}

async function deleting(
  skyshelf: LaunchedSkyshelf,
  shelf: BusyShelf,
  folder: string,
  killed: boolean,
): Promise<Figure[]> {
  const before = await leftOf(skyshelf, shelf);
  const began = performance.now();
  let answered = 0;
  const { milliseconds } = await whileUserWorks(
    shelf,
    shelf.work,
    async () => {
      await shelf.client.call(routes.deleteElements, { body: { url: '/', arr: [folder] } });
      answered = performance.now() - began;
      if (killed) await killMidway(skyshelf, shelf);
      await gone(skyshelf, shelf, before);
    },
    { patient: killed },
  );
  const seconds = (performance.now() - began) / 1000;
  const name = `delete a folder of ${ELEMENTS}${killed ? ', killed midway' : ''}`;
  const all = atMost(`${name}: rows, bytes and references gone`, seconds, [GONE_S, 's']);
  const answer = atMost(`${name}: answer`, answered, [ANSWER_MS, 'ms']);
  return killed ? [all] : [answer, all, foreground('a large deletion', milliseconds)];
}

const foreground = (during: string, milliseconds: readonly number[]): Figure =>
  atMost(`p99 of a command during ${during}`, percentile(milliseconds, 0.99), [FOREGROUND_MS, 'ms'], {
    details: { p50: rounded(percentile(milliseconds, 0.5)), commands: milliseconds.length },
  });

async function nothingUnderWay({ client }: Pick<Shelf, 'client'>): Promise<void> {
  while ((await client.call(routes.listProcesses)).docs.length > 0) await pause(50);
}

/** `kill -9` of the whole product when about a third is purged; then it is started again. */
async function killMidway(skyshelf: LaunchedSkyshelf, { client }: Shelf): Promise<void> {
  for (;;) {
    const { docs } = await client.call(routes.listProcesses);
    if (docs.length === 0) throw new Error('it was over before it could be killed');
    if (docs.some(({ done }) => done >= ELEMENTS / 3)) break;
    await pause(20);
  }
  await skyshelf.kill();
  await skyshelf.restart();
  await eventually(() => client.call(routes.listProcesses));
}

/** The rest that a drive still holds. */
interface Held {
  rows: number;
  bytes: number;
  /** Of its elements to bytes, as storage has them. */
  references: number;
}

async function leftOf(skyshelf: LaunchedSkyshelf, { drive }: Shelf): Promise<Held> {
  const mongo = await new MongoClient(await databaseUriOf(skyshelf.dataFolder, 'standalone')).connect();
  try {
    const catalog = mongo.db('skyshelf_catalog');
    const storage = mongo.db('skyshelf_storage');
    const drives = catalog.collection<{ _id: string; used: number; gen: number }>('drives');
    const state = await drives.findOne({ _id: drive });
    const driveKey = `${drive}:${state?.gen ?? 1}`;
    const rows = await catalog.collection('elements').countDocuments({ driveKey });
    const references = await storage.collection('refs').countDocuments({ drive, gone: null });
    return { rows, bytes: state?.used ?? 0, references };
  } finally {
    await mongo.close();
  }
}

/** Until everything of the folder is gone: itself, what it held, and what its files took. */
async function gone(skyshelf: LaunchedSkyshelf, shelf: Shelf, before: Held): Promise<void> {
  await nothingUnderWay(shelf);
  for (;;) {
    const { rows, bytes, references } = await leftOf(skyshelf, shelf);
    const all = [
      before.rows - rows === ELEMENTS + 1,
      before.bytes - bytes === FILES * FILE_BYTES,
      before.references - references === FILES,
    ];
    if (all.every(Boolean)) return;
    await pause(500);
  }
}
