import { setTimeout as sleep } from 'node:timers/promises';
import { services, type ShelfDatabase } from './shelf-database.js';

export interface SettleOptions {
  /** Gives up when nothing has moved for so long. */
  idleMs: number;
  mostMs: number;
  progress(line: string): void;
}

/** Waits until nothing is on its way any more, or nothing moves. Answers whether all is quiet. */
export async function settle(
  database: ShelfDatabase,
  { idleMs, mostMs, progress }: SettleOptions,
): Promise<boolean> {
  const began = performance.now();
  let before = '';
  let moved = began;
  for (;;) {
    const open = await pending(database).catch((error: unknown) => ({ unreadable: String(error) }));
    const words = Object.entries(open)
      .filter(([, count]) => count !== 0)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ');
    const now = performance.now();
    if (words === '') return true;
    if (words !== before) [before, moved] = [words, now];
    if (now - moved > idleMs || now - began > mostMs) {
      progress(`not quiet after ${Math.round((now - began) / 1000)} s: ${words}`);
      return false;
    }
    await sleep(300);
  }
}

/** How much of each kind is on its way. */
async function pending(database: ShelfDatabase): Promise<Record<string, number>> {
  const now = new Date();
  const open: Record<string, number> = {};
  for (const service of services)
    open[`events of ${service}`] = await database.count(service, 'events', { pub: false });
  open['open jobs'] = await database.count('media', 'jobs', { open: true });
  open['long commands'] = await database.count('catalog', 'processes');
  open['condemned blobs'] = await database.count('storage', 'blobs', { condemned: { $lte: now } });
  open['blobs on their way out'] = await database.count('storage', 'blobs', { state: 'removing' });
  open['unclaimed uploads'] = await database.count('storage', 'blobs', {
    'announcement.due': { $type: 'date' },
  });
  open['cursors behind'] = await cursorsBehind(database);
  open['derived files that catalog has yet to hear of'] = await derivedUnheardOf(database);
  return open;
}

/**
 * Catalog hears of them by events without an order, for which it has no cursor: a replica that was killed
 * reads on after seconds.
 */
async function derivedUnheardOf(database: ShelfDatabase): Promise<number> {
  const wanted = { source: { $type: 'string' }, state: 'ready', condemned: null };
  const made = await database.all('storage', 'blobs', wanted);
  const drives = await database.all('catalog', 'drives');
  const driveKey = { $in: drives.map(({ _id, gen }) => `${String(_id)}:${gen ?? 1}`) };
  const unheardOf = [...Map.groupBy(made, ({ kind }) => String(kind))].map(([kind, blobs]) => {
    const blobId = { $in: blobs.map(({ source }) => source) };
    return database.count('catalog', 'elements', {
      driveKey,
      blobId,
      [`derived.${kind}.blobId`]: { $exists: false },
    });
  });
  return (await Promise.all(unheardOf)).reduce((sum, count) => sum + count, 0);
}

async function cursorsBehind(database: ShelfDatabase): Promise<number> {
  const drives = await database.all('catalog', 'drives');
  let behind = 0;
  for (const listener of ['storage', 'media']) {
    const cursors = await database.all(listener, 'cursors', { source: 'catalog' });
    const places = new Map(cursors.map(({ drive, version }) => [drive, version]));
    behind += drives.filter(({ _id, version }) => version > 0 && places.get(_id) !== version).length;
  }
  return behind;
}
