import { expect, it } from 'vitest';
import { jobQueueContract, queueCases } from '../../testing/job-queue.contract.js';
import { openMemoryQueue } from '../../testing/open-queues.js';
import type { QueueCases } from '../../testing/queue-subject.js';
import type { JobQueue } from '../queue.js';

jobQueueContract('memory', openMemoryQueue);

const bugs: Record<string, (queue: JobQueue<unknown>) => Partial<JobQueue<unknown>>> = {
  'renews no lease': () => ({ renew: async () => true }),
  'counts no try': (queue) => ({ giveBack: (job, how) => queue.giveBack(job, { ...how, counts: false }) }),
};

it.concurrent.each(Object.entries(bugs))('the suite finds a queue that %s', async (_, bugOf) => {
  const isFound = async (show: QueueCases[string]): Promise<boolean> => {
    const subject = await openMemoryQueue();
    const queue = (worker?: string) => {
      const sound = subject.queue(worker);
      return Object.assign(Object.create(sound) as JobQueue<unknown>, bugOf(sound));
    };
    // With such a bug some work never ends.
    const { promise, resolve } = Promise.withResolvers<boolean>();
    setTimeout(() => resolve(true), 5000).unref();
    const fails = show({ ...subject, queue }).then(
      () => false,
      () => true,
    );
    return Promise.race([fails, promise]);
  };
  const found = (await Promise.all(Object.values(queueCases).map(isFound))).filter(Boolean);
  expect(found.length).toBeGreaterThanOrEqual(2);
  expect(found.length).toBeLessThan(Object.keys(queueCases).length / 2);
});
