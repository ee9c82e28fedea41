import { setTimeout as pause } from 'node:timers/promises';
import { createLogger } from '@skyshelf/telemetry';
import { MongoClient, MongoError, type ClientSession } from 'mongodb';
import { z } from 'zod';
import { effect, sharedEffect } from '../src/queue.js';
import { createMongoJobs, defineJobKind, JobRunner, type Job, type JobKindOptions } from '../src/index.js';

export interface DiaryLine {
  kind: string;
  job: string;
  token: number;
}

export const STEPS = 3;
const LEASE_MS = 1000;

/**
 * The jobs of a database, and a worker that takes some of their kinds. What the work does is to write its
 * line in a diary.
 */
export function openCrashJobs(client: MongoClient, name: string, worker: string) {
  const db = client.db(name);
  const diary = db.collection<DiaryLine>('diary');
  const line = ({ kind, _id, token }: Job): DiaryLine => ({ kind, job: _id, token });
  const written = (job: Job) =>
    effect<ClientSession>(async (session) => void (await diary.insertOne(line(job), { session })));
  const writtenTogether = sharedEffect<ClientSession, DiaryLine>(
    async (session, lines) => void (await diary.insertMany([...lines], { session })),
  );
  type Step = { step: number };
  const kindOf = (kind: string, rest: Partial<JobKindOptions<Step, ClientSession>> = {}) =>
    defineJobKind<Step, ClientSession>({
      kind,
      payload: z.object({ step: z.number().default(0) }),
      parallel: 2,
      tries: 100,
      pauseMs: () => 5,
      run: async (job) => {
        await pause(5);
        return { state: 'done', effect: written(job) };
      },
      ...rest,
    });
  const fails = async (job: Job, atTries: number) => {
    if (job.tries < atTries) throw new Error('It is too early.');
    return { state: 'done' as const, effect: written(job) };
  };
  const steps = kindOf('steps', {
    run: async (job) => {
      const group = job.group;
      const next = job.payload.step + 1;
      const further = steps.job({
        key: `${group}.${next}`,
        drive: job.drive,
        group,
        payload: { step: next },
      });
      const add = effect<ClientSession>(async (session) => {
        await diary.insertOne(line(job), { session });
        if (next < STEPS) await queue.add(session, [further]);
      });
      return { state: 'done', effect: add };
    },
  });
  const kinds = {
    plain: kindOf('plain', { parallel: 1 }),
    retried: kindOf('retried', { run: (job) => fails(job, 2) }),
    doomed: kindOf('doomed', { tries: 3, run: (job) => fails(job, Infinity), onGivenUp: written }),
    repeating: kindOf('repeating', { every: 20 }),
    steps,
    ahead: kindOf('ahead', {
      ahead: 20,
      run: async (job, { turn, onMade }) => {
        await turn();
        await pause(5);
        onMade();
        return { state: 'done', effect: writtenTogether(line(job)) };
      },
    }),
  };
  const clock = { now: () => new Date() };
  const queue = createMongoJobs({ client, db, clock, worker, kinds: Object.values(kinds) });
  const runnerOf = (taken: readonly (keyof typeof kinds)[]) =>
    new JobRunner({
      queue,
      kinds: taken.map((kind) => kinds[kind]),
      leaseMs: LEASE_MS,
      pollMs: 200,
      graceMs: 2000,
      isOutage: (error) => error instanceof MongoError,
      logger: createLogger({ service: 'jobs', level: 'fatal' }),
    });
  return { queue, kinds, diary, runnerOf, names: Object.keys(kinds) as (keyof typeof kinds)[] };
}

// A process that works on jobs of each sort until it is killed: `crash-worker <uri> <database> <name>`.
if (import.meta.main) {
  const [uri = '', name = '', worker = ''] = process.argv.slice(2);
  const { runnerOf, names } = openCrashJobs(await new MongoClient(uri).connect(), name, worker);
  await runnerOf(names).start();
  process.stdout.write('ready\n');
}
