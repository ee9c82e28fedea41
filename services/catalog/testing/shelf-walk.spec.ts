import { expect, it } from 'vitest';
import { commandNames } from './model/commands.js';
import type { Bent } from './model/client.js';
import { missingIn, refusals, stepsOf, tableOf, type Tally } from './model/tally.js';
import { testDrive } from './catalog-subject.js';
import { memoryDoor } from './shelf-walk/doors.js';
import { walk } from './shelf-walk/walk.js';

const times = Number(process.env['SHELF_WALK_TIMES'] ?? 1);
const first = Number(process.env['SHELF_WALK_SEED'] ?? 1);
/** Each run of CI takes 20,000 steps, together with the walks over a database. */
const walks = 52 * times;
const steps = 380;
const bents: readonly Bent[] = ['mixed', 'deep', 'large', 'tight', 'large'];

it(
  'two people at one shelf find what a plain map of paths holds, and every rule of the drive holds',
  async () => {
    const tally: Tally = new Map();
    for (let index = 0; index < walks; index += 1) {
      const hasTrash = index % 3 !== 0;
      const { catalog, account, clock } = testDrive({ trashDays: hasTrash ? 30 : 0 });
      const bent = bents[index % bents.length] ?? 'mixed';
      const alone = { byItself: false, percentAtOnce: 0, winners: '' };
      const plan = { seed: first + index, steps, bent, batch: 31, hasTrash, ...alone };
      await walk(
        memoryDoor(catalog, account, () => clock.advance(1)),
        plan,
        tally,
      );
    }
    process.stdout.write(`${tableOf(tally)}\n`);
    expect(
      missingIn(
        tally,
        commandNames.filter((name) => name !== 'reuse'),
        refusals,
      ),
    ).toEqual([]);
    expect(stepsOf(tally)).toBeGreaterThan(19_000 * times);
  },
  600_000 * times,
);
