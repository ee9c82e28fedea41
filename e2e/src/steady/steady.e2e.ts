import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchSkyshelf, type LaunchedSkyshelf } from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enoughIn } from '../setup/only-in.js';
import { routedTo, startStandIns, type StandIns } from '../sources/stand-ins.js';
import { unlimitedRates } from '../unlimited-rates.js';
import { oneDay } from './steady-work.js';
import { watchProcess } from './watched-process.js';

/** A campaign: `npm run campaign -- steady`. */
const SECONDS = Number(process.env.STEADY_SECONDS ?? 0);
/** A folder for the objects of three moments; taking them spoils what is said of resident memory. */
const { STEADY_OBJECTS } = process.env;
const THIRD = 20;
const users = ['ann', 'bob', 'cyd', 'dan', 'eve'];

const once = enoughIn('standalone', 'one process has all services');

interface Sample {
  rss: number;
  descriptors: number;
}

const meanOf = (samples: readonly Sample[], of: keyof Sample): number =>
  samples.reduce((sum, each) => sum + each[of], 0) / samples.length;

describe.runIf(SECONDS > 0 && once)('an installation that does the same work for long', () => {
  let standIns: StandIns;
  let skyshelf: LaunchedSkyshelf;
  beforeAll(async () => {
    standIns = await startStandIns();
    const routed = routedTo(standIns.ports);
    skyshelf = await launchSkyshelf({
      readyWithinMs: 300_000,
      env: {
        ...unlimitedRates,
        ...routed,
        NODE_OPTIONS: `${routed.NODE_OPTIONS} --inspect-port=0`,
        // What is deleted stays in the store for days.
        STORAGE_UNNAMED_EXTRA_MB: '1000000',
      },
    });
  });
  afterAll(async () => {
    await skyshelf?.dispose();
    standIns?.stop();
  });

  it(
    'holds no more memory and descriptors in its last third than before',
    async () => {
      const watched = await watchProcess(skyshelf);
      const samples: Sample[] = [];
      const heaps: number[] = [];
      const sample = async (round: number) => {
        const kinds = watched.descriptors();
        const descriptors = Object.values(kinds).reduce((sum, count) => sum + count, 0);
        samples.push({ rss: watched.rss(), descriptors });
        const isEnd = samples.length % THIRD === 0;
        if (isEnd) heaps.push(await watched.heap());
        console.log(
          JSON.stringify({ round, ...samples.at(-1), ...(isEnd && { heap: heaps.at(-1) }), kinds }),
        );
        if (isEnd && STEADY_OBJECTS)
          writeFileSync(
            join(STEADY_OBJECTS, `${samples.length}.json`),
            JSON.stringify(await watched.objects()),
          );
      };
      try {
        const began = performance.now();
        for (let round = 0; samples.length < 3 * THIRD; round += 1) {
          await oneDay(skyshelf, users[round % users.length] ?? '', round);
          const due = ((samples.length + 1) / (3 * THIRD)) * SECONDS * 1000;
          if (performance.now() - began >= due) await sample(round);
        }
      } finally {
        // The process would not end while its inspector is in use.
        watched.close();
      }
      const [middle, last] = [samples.slice(THIRD, -THIRD), samples.slice(-THIRD)];
      expect(heaps[2]).toBeLessThanOrEqual((heaps[1] ?? 0) * 1.03);
      if (!STEADY_OBJECTS) expect(meanOf(last, 'rss')).toBeLessThanOrEqual(meanOf(middle, 'rss') * 1.05);
      expect(meanOf(last, 'descriptors')).toBeLessThanOrEqual(meanOf(middle, 'descriptors') + 3);
    },
    SECONDS * 2000 + 900_000,
  );
});
