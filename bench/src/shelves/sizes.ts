import { ROOT_ID, routes, type ElementId } from '@skyshelf/contracts';
import type { LaunchedSkyshelf } from '@skyshelf/testing';
import { MongoClient } from 'mongodb';
import { percentile, rounded, type Figure } from '../figures.js';
import { ITEMS } from '../listing-load.js';
import { addLink, closeShelf, filledFolder, openShelf, settled, type SizedShelf } from './filled-drives.js';
import { benchListings } from './listings.js';

const sizes = (process.env.SHELF_SIZES ?? '10,1000,100000,1000000').split(',').map(Number);
const FLAT = 1.2;

/**
 * Compares a drive of a million elements with one of ten: listing 1,000, adding, renaming, moving. Turn by turn over
 * all drives.
 */
export async function benchSizes(
  skyshelf: LaunchedSkyshelf,
  mongoUri: string,
  { turns = 150 } = {},
): Promise<Figure[]> {
  const mongo = await new MongoClient(mongoUri).connect();
  const shelves: SizedShelf[] = [];
  try {
    for (const size of sizes) shelves.push(await sizedShelf(skyshelf, mongo, size));
    await settled(skyshelf);
    const figures: Figure[] = [];
    for (const [name, command] of Object.entries(commands))
      figures.push(...(await compared(name, command, shelves, turns)));
    figures.push(...(await benchListings(skyshelf, shelves)));
    return figures;
  } finally {
    for (const shelf of shelves) await closeShelf(shelf);
    await mongo.close();
  }
}

async function sizedShelf(skyshelf: LaunchedSkyshelf, mongo: MongoClient, size: number): Promise<SizedShelf> {
  const began = performance.now();
  const shelf = await openShelf(skyshelf, mongo, `shelf-${size}`);
  const here = await shelf.filler.folder(ROOT_ID, 'here');
  const there = await shelf.filler.folder(ROOT_ID, 'there');
  const deeper = await shelf.filler.folder(there, 'deeper');
  const link = await addLink(shelf, there, 'a page worth reading');
  const listed = await shelf.filler.like(link, ROOT_ID, Math.min(size, ITEMS));
  const big = await filledFolder(shelf, { parent: here, name: 'big', like: link, count: size });
  console.log(`  a drive of ${size}: ${rounded((performance.now() - began) / 1000, 1)} s`);
  return { ...shelf, size, listed, big, here, there, deeper };
}

/** Does it once; `turn` counts up. What brings things back for the next turn is not part of what is timed. */
type Turn = (shelf: SizedShelf, turn: number) => Promise<{ back?: () => Promise<unknown> } | void>;

const paste = ({ client, big }: SizedShelf, folderId: ElementId) =>
  client.call(routes.pasteElements, { body: { url: '/', folderId, arr: [big], action: 'cut' } });

const remove = ({ client, big }: SizedShelf) =>
  client.call(routes.deleteElements, { body: { url: '/', arr: [big] } });
const restore = ({ client, big }: SizedShelf) => client.call(routes.restoreTrash, { body: { ids: [big] } });

const commands: Record<string, Turn> = {
  'delete a folder of all to the trash': async (shelf) => {
    await remove(shelf);
    return { back: () => restore(shelf) };
  },
  'add a link': async (shelf, turn) => void (await addLink(shelf, shelf.deeper, `new ${turn}`)),
  'rename a folder of all': async ({ client, big }, turn) => {
    await client.call(routes.editElement, { body: { url: '/', id: big, obj: { linkname: `big ${turn}` } } });
  },
  'move a folder of all': async (shelf, turn) =>
    void (await paste(shelf, turn % 2 === 0 ? shelf.there : shelf.here)),
  'move a folder of all a level down': async (shelf) => {
    await paste(shelf, shelf.deeper);
    return { back: () => paste(shelf, shelf.here) };
  },
};

async function compared(
  name: string,
  command: Turn,
  shelves: readonly SizedShelf[],
  turns: number,
): Promise<Figure[]> {
  const times = new Map<SizedShelf, number[]>(shelves.map((shelf) => [shelf, []]));
  for (let turn = 0; turn < turns; turn += 1)
    for (const shelf of turn % 2 === 0 ? shelves : shelves.toReversed()) {
      const began = performance.now();
      const done = await command(shelf, turn);
      times.get(shelf)?.push(performance.now() - began);
      await done?.back?.();
    }
  const [least] = shelves;
  const smallest = percentile(times.get(least as SizedShelf) ?? [], 0.5);
  return [...times].map(([{ size }, milliseconds]) => {
    const p50 = percentile(milliseconds, 0.5);
    return {
      name: `${name}, ${size}`,
      value: rounded(p50),
      unit: 'ms',
      raw: rounded(smallest),
      ratio: rounded(p50 / smallest),
      goal: `flat (≤ ${FLAT}× of ${sizes[0]})`,
      met: p50 / smallest <= FLAT,
      details: { p99: rounded(percentile(milliseconds, 0.99)), first: rounded(milliseconds[0] ?? 0) },
    };
  });
}
