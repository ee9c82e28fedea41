import { randomBytes } from 'node:crypto';
import { folderFiller, type FolderFiller } from '@skyshelf/catalog/filling';
import { ROOT_ID, type DriveId } from '@skyshelf/contracts';
import { MongoClient } from 'mongodb';
import { rounded, type Figure } from './figures.js';

const EVENTS = Number(process.env.REPLAY_EVENTS ?? 20_000);
const ROWS = 100_000;

/**
 * A rebuild makes the read model from the stream, while commands could go on: of single commands, and of
 * large copies.
 */
export async function benchReplay(mongoUri: string): Promise<Figure[]> {
  const client = await new MongoClient(mongoUri).connect();
  const db = client.db('bench_replay');
  await db.dropDatabase();
  const filler = () => folderFiller({ client, db }, newAccount());
  const single = filler();
  const many = filler();
  try {
    await single.prepare();
    await single.links(ROOT_ID, EVENTS);
    await many.like(await many.link(ROOT_ID, 'like'), await many.folder(ROOT_ID, 'all'), ROWS);
    return [
      await rebuilt(single, `rebuild of ${EVENTS} events of single commands`, 'events/s', EVENTS),
      await rebuilt(many, `rebuild of ${ROWS} elements of large copies`, 'elements/s', ROWS),
    ];
  } finally {
    await single.close();
    await many.close();
    await db.dropDatabase();
    await client.close();
  }
}

const newAccount = () => ({
  sub: 'local|bench',
  drive: randomBytes(15).toString('base64url') as DriveId,
});

async function rebuilt(filler: FolderFiller, name: string, unit: string, count: number): Promise<Figure> {
  const began = performance.now();
  const { rows } = await filler.rebuild();
  const seconds = (performance.now() - began) / 1000;
  if (rows < count) throw new Error(`${name}: ${rows} rows`);
  return {
    name,
    value: rounded(count / seconds, 0),
    unit,
    goal: 'measured',
    met: true,
    details: { seconds: rounded(seconds) },
  };
}
