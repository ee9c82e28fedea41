import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startMongod, type RunningMongod } from '@skyshelf/host';
import { eventually, runSource, seeded } from '@skyshelf/testing';
import type { DriveId } from '@skyshelf/contracts';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openMongoShelf } from '../../testing/open-mongo-shelf.js';
import { newDrive } from '../../testing/open-shelf.js';
import { collectionsOf } from './collections.js';

const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 4);
const folder = mkdtempSync(join(tmpdir(), 'skyshelf-crash-'));
const drives = Array.from({ length: 3 }, newDrive);
let mongod: RunningMongod;
let port: number;

beforeAll(async () => {
  mongod = await startMongod({ dbPath: folder });
  ({ port } = mongod);
});
afterAll(async () => {
  await mongod.stop();
  rmSync(folder, { recursive: true, force: true });
});

class Journal {
  readonly sent = new Map<string, DriveId>();
  readonly answered = new Map<string, unknown>();

  read([mark, opId, rest]: [string, string, unknown]): void {
    if (mark === 'sent') this.sent.set(opId, rest as DriveId);
    else this.answered.set(opId, rest);
  }

  get inFlight(): number {
    return this.sent.size - this.answered.size;
  }
}

it(
  'loses and doubles nothing that was acknowledged, whichever process is killed',
  { timeout: 240_000 },
  async () => {
    const seed = Number(process.env['SEED'] ?? Date.now() & 0xffff);
    const random = seeded(seed);
    const journal = new Journal();
    let leastInFlight = Infinity;
    for (let round = 0; round < ROUNDS; round += 1) {
      const writer = runSource(join(import.meta.dirname, '../../testing/crash-writer.ts'), [
        mongod.uri,
        'crash',
        String(round),
        drives.join(),
      ]);
      const lines = createInterface({ input: writer.stdout! });
      lines.on('line', (line) => journal.read(JSON.parse(line)));
      const moreAnswers = async (count: number) => {
        const goal = journal.answered.size + count;
        await eventually(() => journal.answered.size >= goal, { timeoutMs: 30_000, intervalMs: 1 });
      };
      await moreAnswers(20 + Math.floor(random() * 150));
      if (round % 2 === 1) {
        leastInFlight = Math.min(leastInFlight, journal.inFlight);
        await mongod.kill();
        mongod = await startMongod({ dbPath: folder, port });
        await moreAnswers(20 + Math.floor(random() * 60));
      }
      leastInFlight = Math.min(leastInFlight, journal.inFlight);
      writer.kill('SIGKILL');
      await once(lines, 'close');
    }

    const client = await new MongoClient(mongod.uri, { appName: 'skyshelf-crash' }).connect();
    const { events } = collectionsOf(client.db('crash'));
    const store = await openMongoShelf({ client, db: client.db('crash') });
    const context = `seed ${seed}, ${journal.answered.size} answered, ${journal.sent.size} sent`;
    expect(leastInFlight, context).toBeGreaterThanOrEqual(4);
    for (const [opId, answer] of journal.answered) {
      const stored = await events.find({ opId: opId as never }).toArray();
      expect(
        stored.map((event) => [event.drive, event.answer]),
        `${opId}, ${context}`,
      ).toEqual([[journal.sent.get(opId), answer]]);
    }
    for await (const { opId } of events.find({}))
      expect(journal.sent.has(opId!), `${opId}, ${context}`).toBe(true);
    for (const drive of drives) expect(await store.difference(drive), context).toBeNull();
    expect(journal.answered.size).toBeGreaterThan(ROUNDS * 20);
    await store.close();
    await client.close();
  },
);
