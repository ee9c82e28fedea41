import type { OpId } from '@skyshelf/contracts';
import { fakeClock, sequentialIds, testDatabase, type TestDatabase } from '@skyshelf/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { shelfEvent, shelfSides } from '../example/shelf-events.js';
import { shelfProjection } from '../example/shelf-projection.js';
import { createMemoryDriveStore } from '../memory/memory-drive-store.js';
import { openMongoShelf } from '../../testing/open-mongo-shelf.js';
import { codeOf, newDrive, origin, type ShelfStore } from '../../testing/open-shelf.js';
import { interpreter, wishes } from '../../testing/random-commands.js';

const RUNS = 12;
const GROUPS = 20;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase('random');
});
afterAll(() => database.drop());

const shared = () => ({
  service: 'shelf',
  projection: shelfProjection(400),
  eventSchema: shelfEvent,
  sides: shelfSides,
  clock: fakeClock(),
  ids: { next: sequentialIds() },
});

it(
  `keeps live rows, replay, rebuild and the store in memory equal through random commands, many at once`,
  { timeout: 180_000 },
  async () => {
    const store = await openMongoShelf(database, shared());
    const outcomes = new Map<string, number>();
    let commands = 0;

    const run = async (
      target: ShelfStore,
      drive = newDrive(),
      groups: Parameters<ReturnType<typeof interpreter>>[0][][],
    ) => {
      const next = interpreter();
      const answers: unknown[] = [];
      for (const group of groups) {
        const sent = group.map(next);
        const of = ({ opId, command }: (typeof sent)[number]) =>
          target.withDrive(drive, opId as OpId, command, origin).catch(codeOf);
        answers.push(...(await Promise.all(sent.map(of))));
        if (answers.length % 7 === 0) await target.rebuild(drive);
      }
      return answers;
    };

    await fc.assert(
      fc.asyncProperty(wishes(GROUPS), async (groups) => {
        const drive = newDrive();
        const memory = createMemoryDriveStore(shared());
        const answers = await run(store, drive, groups);
        expect(answers).toEqual(await run(memory, drive, groups));
        commands += answers.length;
        for (const answer of answers) outcomes.set(String(answer), (outcomes.get(String(answer)) ?? 0) + 1);

        const live = await store.dump(drive);
        expect(await store.replay(drive)).toBe(live);
        expect(await memory.dump(drive)).toBe(live);
        await store.rebuild(drive);
        expect(await store.dump(drive)).toBe(live);
      }),
      { numRuns: RUNS, seed: Number(process.env['SEED'] ?? Date.now() & 0xffff_ffff), endOnFailure: true },
    );
    expect(commands).toBeGreaterThanOrEqual(2_000);
    for (const code of ['name.exists', 'space.exceeded', 'folder.not-found', 'element.not-found'])
      expect(outcomes.get(code), code).toBeGreaterThan(0);
    await store.close();
  },
);
