import { testDatabase } from '@skyshelf/testing';
import { expect, it, onTestFinished } from 'vitest';
import { jobQueueContract } from '../../testing/job-queue.contract.js';
import { openMongoQueue } from '../../testing/open-queues.js';
import { claimed, request } from '../../testing/queue-subject.js';
import { createMongoJobs } from './mongo-jobs.js';

jobQueueContract('MongoDB', openMongoQueue);

it('says since when a job could have been taken, not those that wait for their time or run', async () => {
  const { client, db, drop } = await testDatabase('jobs');
  onTestFinished(drop);
  const later = () => new Date(Date.now() + 60_000);
  const options = { client, db, worker: 'worker', kinds: [{ kind: 'mail' }] };
  const jobs = createMongoJobs({ ...options, clock: { now: () => new Date() } });
  const overdueMs = async () =>
    (await createMongoJobs({ ...options, clock: { now: later } }).depth())[0]?.overdueMs;
  await jobs.prepare();
  await jobs.enqueue([request('its time comes', null, { delayMs: 600_000 })]);
  expect(await overdueMs()).toBe(0);
  await jobs.enqueue([request('due')]);
  expect(await overdueMs()).toBeGreaterThanOrEqual(59_000);
  await claimed(jobs, 600_000);
  expect(await overdueMs()).toBe(0);
});
