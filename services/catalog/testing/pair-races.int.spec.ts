import { testDatabase, type TestDatabase } from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chanceOf } from './model/chance.js';
import { pairs } from './races/pairs.js';
import { race } from './races/race.js';
import { openArena, type Arena } from './races/two-replicas.js';

/** `npm run campaign -- races` asks for 1,000. */
const ROUNDS = Number(process.env['PAIR_ROUNDS'] ?? 24);
const SEED = Number(process.env['SEED'] ?? 1);
/**
 * Rounds that truly raced: of the two calls each had sent its first statement about the drive before the
 * other one was answered.
 */
const LEAST_OVERLAPPED = 0.9;
/** Rounds at a time, each on a drive of its own. */
const SIDE_BY_SIDE = 6;

let database: TestDatabase;
let arena: Arena;
beforeAll(async () => {
  database = await testDatabase('catalog_pairs');
  arena = await openArena(database);
});
afterAll(async () => {
  await arena.close();
  await database.drop();
});

describe(`two at once at two catalogs, ${ROUNDS} times: one is first and the other hears of it, seed ${SEED}`, () => {
  it.each(pairs)(
    '$title',
    async (pair) => {
      const winners = [0, 0];
      let overlapped = 0;
      const left = Array.from({ length: ROUNDS }, (_, round) => round).values();
      const lane = async () => {
        for (const round of left) {
          const chance = chanceOf((SEED * 100 + pairs.indexOf(pair)) * 100_000 + round);
          const result = await race(arena, pair, round, chance);
          winners[result.winner] = (winners[result.winner] ?? 0) + 1;
          if (result.overlapped) overlapped += 1;
        }
      };
      await Promise.all(Array.from({ length: SIDE_BY_SIDE }, lane));
      console.log(
        `${pair.title}: seed ${SEED}, ${ROUNDS} rounds, ${overlapped} overlapped, winners ${winners.join(' / ')}`,
      );
      expect(overlapped).toBeGreaterThanOrEqual(ROUNDS * LEAST_OVERLAPPED);
      expect(Math.min(...winners)).toBeGreaterThan(0);
    },
    ROUNDS * 1000 + 60_000,
  );
});
