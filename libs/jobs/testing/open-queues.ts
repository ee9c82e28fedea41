import { testDatabase } from '@skyshelf/testing';
import type { ClientSession } from 'mongodb';
import { effect } from '../src/queue.js';
import type { Job } from '../src/job.js';
import { createMemoryJobs, type MemoryTransaction } from '../src/memory/memory-jobs.js';
import { createMongoJobs } from '../src/mongo/mongo-jobs.js';
import type { QueueSubject } from './queue-subject.js';

export async function openMemoryQueue(): Promise<QueueSubject> {
  const jobs = new Map<string, Job>();
  const marks: string[] = [];
  let passed = 0;
  const clock = { now: () => new Date(Date.now() + passed) };
  const queue = (worker = 'worker') => createMemoryJobs({ clock, worker, jobs });
  return {
    queue,
    transact: (work) => queue().transact(work),
    mark: (text) => effect(async (tx) => void (tx as MemoryTransaction).push(() => void marks.push(text))),
    marks: async () => marks,
    pass: async (ms) => void (passed += ms),
    close: async () => {},
  };
}

export async function openMongoQueue(): Promise<QueueSubject> {
  const { client, db, drop } = await testDatabase('jobs');
  const clock = { now: () => new Date() };
  const kinds = [{ kind: 'mail' }];
  const queues = new Map<string, ReturnType<typeof createMongoJobs>>();
  const queue = (worker = 'worker') => {
    const known = queues.get(worker) ?? createMongoJobs({ client, db, clock, worker, kinds });
    queues.set(worker, known);
    return known;
  };
  await queue().prepare();
  const marks = db.collection<{ text: string }>('marks');
  const earlier = (field: string, amount: number) => ({
    $dateSubtract: { startDate: field, unit: 'millisecond', amount },
  });
  return {
    queue,
    transact: (work) => client.withSession((session) => session.withTransaction(() => work(session))),
    mark: (text) =>
      effect(async (tx) => void (await marks.insertOne({ text }, { session: tx as ClientSession }))),
    marks: async () => (await marks.find().toArray()).map(({ text }) => text),
    // The server's clock stands for all tests: so what it is compared with goes back.
    pass: async (ms) => {
      const due = earlier('$due', ms);
      const ended = earlier('$ended', ms);
      await db.collection('jobs').updateMany({}, [{ $set: { due, ended } }]);
      const later = earlier('$later', ms);
      await db.collection('jobs').updateMany({ later: { $exists: true } }, [{ $set: { later } }]);
    },
    close: drop,
  };
}
