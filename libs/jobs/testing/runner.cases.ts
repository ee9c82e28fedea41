import { setTimeout as pause } from 'node:timers/promises';
import { createLogger } from '@skyshelf/telemetry';
import { eventually } from '@skyshelf/testing';
import { expect } from 'vitest';
import { z } from 'zod';
import { isAhead, KILLED_AGAIN_PAUSE_MS } from '../src/job.js';
import { defineJobKind, type JobKindOptions } from '../src/kind.js';
import { JobRunner } from '../src/work/job-runner.js';
import { LEASE_MS, request, type QueueCases, type QueueSubject } from './queue-subject.js';

const payload = z.object({ to: z.string() });
type MailKind = JobKindOptions<{ to: string }, unknown>;
const inTime = { timeoutMs: 30_000, intervalMs: 5 };

class Outage extends Error {}

export function runMails(
  { queue }: Pick<QueueSubject, 'queue'>,
  kind: Partial<MailKind> & Pick<MailKind, 'run'>,
  worker = 'worker',
  leaseMs = 300,
) {
  const mail = defineJobKind<{ to: string }>({
    kind: 'mail',
    payload,
    parallel: 2,
    tries: 3,
    pauseMs: () => 5,
    ...kind,
  });
  const runner = new JobRunner({
    queue: queue(worker),
    kinds: [mail],
    leaseMs,
    pollMs: 5,
    graceMs: 200,
    isOutage: (error) => error instanceof Outage,
    logger: createLogger({ service: 'jobs', level: 'fatal' }),
  });
  const ended = (id: string, state = 'done') =>
    eventually(async () => {
      const job = await queue().find(id);
      return job?.state === state ? job : false;
    }, inTime);
  return { runner, ended };
}

export const runnerCases: QueueCases = {
  'work that takes longer than a lease is done once, though others look for it': async (subject) => {
    let runs = 0;
    const run = async () => {
      runs += 1;
      const began = performance.now();
      await eventually(() => performance.now() - began > 900, inTime);
      return { state: 'done' as const, effect: subject.mark('done') };
    };
    await subject.queue().enqueue([request('long')]);
    const one = runMails(subject, { run });
    const two = runMails(subject, { run }, 'another');
    await Promise.all([one.runner.start(), two.runner.start()]);
    const job = await one.ended('long');
    await Promise.all([one.runner.stop(), two.runner.stop()]);
    expect([runs, job.token, job.tries, await subject.marks()]).toEqual([1, 1, 0, ['done']]);
  },
  'work that fails is tried again, then given up with its reason and effect': async (subject) => {
    let runs = 0;
    const kind: Parameters<typeof runMails>[1] = {
      run: async () => {
        runs += 1;
        if (runs === 1) throw new Outage();
        throw new Error('The address is unknown.');
      },
      onGivenUp: ({ payload: { to } }, reason) => subject.mark(`${to}: ${reason}`),
    };
    // No lease may run out when time passes: that would be a try without a run.
    const { runner, ended } = runMails(subject, kind, 'worker', LEASE_MS);
    await subject.queue().enqueue([request('ann')]);
    await runner.start();
    await eventually(
      async () => runs === 1 && (await subject.queue().find('ann'))?.state === 'waiting',
      inTime,
    );
    await subject.pass(3000);
    const given = await ended('ann', 'failed');
    await runner.stop();
    expect([runs, given.tries, given.reason, await subject.marks()]).toEqual([
      4,
      3,
      'It failed again and again: The address is unknown.',
      ['ann: It failed again and again: The address is unknown.'],
    ]);
  },
  'work whose end was committed, though the answer was lost, has its effect once': async (subject) => {
    const runs: string[] = [];
    const sound = subject.queue();
    const lossy: typeof sound = Object.assign(Object.create(sound), {
      end: async (ending: Parameters<typeof sound.end>[0]) => {
        const ended = await sound.end(ending);
        if (ending.job._id === 'lost') throw new Outage();
        return ended;
      },
    });
    const { runner, ended } = runMails(
      { queue: () => lossy },
      {
        parallel: 1,
        run: async ({ _id }) => {
          runs.push(_id);
          return { state: 'done', effect: subject.mark(_id) };
        },
      },
    );
    await sound.enqueue([request('lost'), request('next')]);
    await runner.start();
    await ended('next');
    await runner.stop();
    expect([runs, await subject.marks()]).toEqual([
      ['lost', 'next'],
      ['lost', 'next'],
    ]);
    expect(await sound.find('lost')).toMatchObject({ state: 'done', token: 1, tries: 0 });
  },
  'poison that takes its worker with it each time is given up unseen': async (subject) => {
    await subject.queue().enqueue([request('poison')]);
    for (let crash = 0; crash < 3; crash += 1) {
      expect(await subject.queue('worker').claim('mail', 'quick', 60_000)).not.toBeNull();
      await subject.queue('worker').releaseOwn();
      await subject.pass(KILLED_AGAIN_PAUSE_MS + 1);
    }
    const { runner, ended } = runMails(subject, { run: () => expect.unreachable() });
    await runner.start();
    expect((await ended('poison', 'failed')).reason).toContain('has stopped over it');
    await runner.stop();
  },
  'jobs that come together go together behind the first, before any has shown what they take': async (
    subject,
  ) => {
    const ahead = new Map<string, boolean>();
    const run: MailKind['run'] = async (job, { turn }) => {
      await turn();
      ahead.set(job._id, isAhead(job));
      await eventually(() => ahead.size === 3, inTime);
    };
    await subject.queue().enqueue(['a', 'b', 'c'].map((key) => request(key)));
    const { runner, ended } = runMails(subject, { run, parallel: 3, ahead: 8 });
    await runner.start();
    await Promise.all(['a', 'b', 'c'].map((key) => ended(key)));
    await runner.stop();
    expect(Object.fromEntries(ahead)).toEqual({ a: false, b: true, c: true });
  },
  'work that says so ends at once, comes again uncounted, or is no longer wanted': async (subject) => {
    let again = 0;
    const { runner, ended } = runMails(subject, {
      run: async ({ payload: { to } }) => {
        if (to === 'refused') return { state: 'failed', reason: 'No such address.' };
        if (to === 'unwanted') return { state: 'dropped' };
        again += 1;
        return again < 6 ? { state: 'again', afterMs: 0 } : { state: 'done' };
      },
    });
    await subject.queue().enqueue(['refused', 'unwanted', 'busy'].map((key) => request(key)));
    await subject.queue().enqueue([request('unreadable', null, { payload: 7 })]);
    await runner.start();
    expect(await ended('refused', 'failed')).toMatchObject({ tries: 0, reason: 'No such address.' });
    expect(await ended('unwanted', 'dropped')).toMatchObject({ reason: null });
    expect(await ended('busy')).toMatchObject({ tries: 0, token: 6 });
    expect((await ended('unreadable', 'failed')).reason).toContain('cannot be read');
    await runner.stop();
  },
  'work whose time is up is broken off and counts': async (subject) => {
    const { runner, ended } = runMails(subject, {
      timeoutMs: 20,
      tries: 1,
      run: () => new Promise(() => {}),
    });
    await subject.queue().enqueue([request('endless')]);
    await runner.start();
    expect((await ended('endless', 'failed')).reason).toContain('took longer than');
    await runner.stop();
  },
  'work that is cancelled is broken off, as its progress shows': async (subject) => {
    const heard: number[] = [];
    const broken = Promise.withResolvers<unknown>();
    const { runner, ended } = runMails(subject, {
      onProgress: async (_, percent) => void heard.push(percent),
      run: ({ _id }, { signal, onProgress }) => {
        onProgress(41.5);
        signal.addEventListener('abort', () => broken.resolve(signal.reason));
        void eventually(() => heard.length > 0, inTime).then(() => subject.queue().cancel(_id));
        return broken.promise.then((reason) => Promise.reject(reason));
      },
    });
    await subject.queue().enqueue([request('film')]);
    await runner.start();
    expect(await broken.promise).toMatchObject({ why: 'lease lost' });
    expect(await ended('film', 'dropped')).toMatchObject({ percent: 41, tries: 0 });
    await runner.stop();
    expect(heard).toEqual([41]);
  },
  'work under way when its process stops is given back untried': async (subject) => {
    const begun = Promise.withResolvers<void>();
    const { runner } = runMails(subject, {
      run: (_, { signal }) => {
        begun.resolve();
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        });
      },
    });
    await subject.queue().enqueue([request('long')]);
    await runner.start();
    await begun.promise;
    await runner.stop();
    expect(await subject.queue().find('long')).toMatchObject({ state: 'waiting', tries: 0 });
  },
  'work under way is finished where a process that stops is given the time, and no other is begun': async (
    subject,
  ) => {
    const begun = Promise.withResolvers<void>();
    const { runner } = runMails(subject, {
      parallel: 1,
      run: async () => {
        begun.resolve();
        await pause(400);
      },
    });
    await subject.queue().enqueue([request('long'), request('next')]);
    await runner.start();
    await begun.promise;
    await runner.stop(10_000);
    const found = await Promise.all(['long', 'next'].map((id) => subject.queue().find(id)));
    expect(found.map((job) => job?.state).toSorted()).toEqual(['done', 'waiting']);
  },
  'a kind that repeats has one job in all processes, and no failure ends it': async (subject) => {
    let now = 0;
    let most = 0;
    let runs = 0;
    const sweep: Partial<MailKind> & Pick<MailKind, 'run'> = {
      payload: z.any(),
      every: 20,
      tries: 2,
      run: async () => {
        now += 1;
        most = Math.max(most, now);
        await new Promise(setImmediate);
        now -= 1;
        runs += 1;
        if (runs < 4) throw new Error('The disk is full.');
      },
    };
    const one = runMails(subject, sweep);
    const two = runMails(subject, sweep, 'another');
    await Promise.all([one.runner.start(), two.runner.start()]);
    await eventually(() => runs >= 8, inTime);
    await Promise.all([one.runner.stop(), two.runner.stop()]);
    expect(most).toBe(1);
    expect(await subject.queue().find('mail')).toMatchObject({ open: true, state: 'waiting', drive: null });
  },
};
