import { createLogger } from '@skyshelf/telemetry';
import { expect, it } from 'vitest';
import type { Job } from '../job.js';
import { reportProgress } from './report-progress.js';

const job = { _id: 'mp4.film' } as Job;
const logger = createLogger({ service: 'jobs', level: 'fatal' });

it('tells how far a job is at most once a second, only forwards, and never more than 99', async () => {
  const told: number[] = [];
  let now = 0;
  const report = reportProgress(job, {
    queue: { recordProgress: async () => true },
    announce: async (_, percent) => void told.push(percent),
    logger,
    now: () => now,
  });
  for (const [at, percent] of [
    [0, 0.4],
    [10, 7],
    [1000, 12.9],
    [2000, 12.2],
    [3000, Number.NaN],
    [4000, 180],
  ] as const) {
    now = at;
    report(percent);
    await Promise.resolve();
  }
  await new Promise(setImmediate);
  expect(told).toEqual([0, 12, 99]);
});

it('tells no one of a job that is another worker’s, and survives an outage', async () => {
  const told: number[] = [];
  const answers = [Promise.resolve(false), Promise.reject(new Error('no database'))];
  const report = reportProgress(job, {
    queue: { recordProgress: () => answers.shift() ?? Promise.resolve(true) },
    announce: async (_, percent) => void told.push(percent),
    logger,
    now: () => (3 - answers.length) * 1000,
  });
  report(1);
  report(2);
  report(3);
  await new Promise(setImmediate);
  expect(told).toEqual([3]);
});
