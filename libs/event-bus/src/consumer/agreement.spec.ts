import fc from 'fast-check';
import { expect, it } from 'vitest';
import { drive, Ledger } from '../../testing/contract/ledger.js';
import { hasPassed, lastShared } from './agreement.js';
import { markOf } from './cursors.js';

const ann = drive('ann');

/** Each life begins with a copy of any moment of any life before it. */
const lives = fc
  .array(fc.record({ from: fc.nat(), at: fc.nat(), writes: fc.nat(12) }), { minLength: 1, maxLength: 6 })
  .map((steps) => {
    const made = [new Ledger()];
    made[0]?.write(ann, 5);
    for (const [index, { from, at, writes }] of steps.entries()) {
      const life = new Ledger();
      life.events.push(...(made[from % made.length]?.events ?? []));
      life.restore(at % (life.events.length + 1), index + 1);
      life.write(ann, writes);
      made.push(life);
    }
    return made;
  });

it('finds the last event that both have, or reads all again, and never passes over one', async () => {
  await fc.assert(
    fc.asyncProperty(lives, fc.nat(), fc.nat(), async (made, whose, at) => {
      const mine = made[whose % made.length]?.events ?? [];
      const owner = made.at(-1) ?? new Ledger();
      const last = mine[at % Math.max(1, mine.length)];
      if (last?.version == null) return;
      const mark = markOf(last, last.version);
      const ids = owner.events.map(({ id }) => id);
      expect(await hasPassed(owner, ann, mark)).toBe(ids[mark.version - 1] === last.id);
      if (await hasPassed(owner, ann, mark)) return;
      const before = mine.slice(0, mark.version).findLastIndex(({ id }, index) => ids[index] === id) + 1;
      const shared = await lastShared(owner, ann, mark);
      expect([before, 0]).toContain(shared.version);
      if (ids.some((id) => owner.events.find((each) => each.id === id)?.epoch === last.epoch))
        expect(shared.version).toBe(before);
    }),
  );
});
