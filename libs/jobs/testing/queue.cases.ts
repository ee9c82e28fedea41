import { expect } from 'vitest';
import { KILLED_AGAIN_PAUSE_MS } from '../src/job.js';
import { ann, bob, claimed, claims, LEASE_MS, request, type QueueCases } from './queue-subject.js';

const many = (name: string, count: number) => Array.from({ length: count }, (_, n) => `${name}-${n}`);

export const turnCases: QueueCases = {
  'a job is entered with its cause, or not at all': async ({ queue, transact }) => {
    const fails = transact(async (tx) => {
      await queue().add(tx, [request('lost')]);
      throw new Error('the cause fails');
    });
    await expect(fails).rejects.toThrow('the cause fails');
    await transact((tx) => queue().add(tx, [request('kept', bob, { group: 'g', actor: 'local|bob' })]));
    expect([await queue().find('lost'), await queue().find('kept')]).toMatchObject([
      null,
      { payload: { to: 'kept' }, drive: bob, group: 'g', actor: 'local|bob', state: 'waiting', tries: 0 },
    ]);
  },
  'a key that is asked for again is the same job, also when it has ended': async ({ queue }) => {
    await queue().enqueue([request('a'), request('b')]);
    await queue().enqueue([request('c'), request('a')]);
    expect(await claims(queue(), 4)).toEqual(['a', 'b', 'c', undefined]);
    await queue().end({ job: { ...(await queue().find('a')) } as never, state: 'done' });
    await queue().enqueue([request('a')]);
    expect(await queue().find('a')).toMatchObject({ state: 'done', open: false });
  },
  'a job that is not kept leaves its key free': async ({ queue }) => {
    await queue().enqueue([request('a')]);
    await queue().end({ job: await claimed(queue()), state: 'done', keptMs: 0 });
    expect(await queue().find('a')).toBeNull();
  },
  'drives take turns: one job does not wait for another drive’s hundreds': async ({ queue }) => {
    await queue().enqueue(many('ann', 100).map((key) => request(key)));
    await claims(queue(), 20);
    await queue().enqueue(many('bob', 3).map((key) => request(key, bob)));
    await queue().enqueue([request('own', null)]);
    const order = (await claims(queue(), 7)).map((key) => key?.split('-')[0]);
    expect(order.filter((key) => key === 'bob')).toHaveLength(3);
    expect(order.slice(0, 3)).toContain('own');
  },
  'each job goes to one of many claimants': async ({ queue }) => {
    await queue().enqueue(many('job', 30).map((key) => request(key)));
    const one = Array.from({ length: 20 }, (_, n) => queue(`w${n}`).claim('mail', 'quick', LEASE_MS));
    const ahead = Array.from({ length: 3 }, (_, n) =>
      queue(`a${n}`).claimAhead('mail', 'quick', LEASE_MS, 9),
    );
    const taken = [...(await Promise.all(one)), ...(await Promise.all(ahead)).flat()].flatMap(
      (job) => job ?? [],
    );
    expect(new Set(taken.map(({ _id }) => _id)).size).toBe(taken.length);
  },
  'a job waits until its time': async ({ queue, pass }) => {
    await queue().enqueue([request('later', ann, { delayMs: 60_000 })]);
    expect([await queue().isBusy('mail'), await queue().claim('mail', 'quick', 1)]).toEqual([false, null]);
    expect(await queue().dueKinds(['mail', 'other'])).toEqual([]);
    await pass(60_001);
    expect([await queue().isBusy('mail'), await queue().othersWait('mail', bob)]).toEqual([true, true]);
    expect([await queue().dueKinds(['other', 'mail']), await queue().dueKinds(['other'])]).toEqual([
      ['mail'],
      [],
    ]);
    expect((await claimed(queue()))._id).toBe('later');
  },
  'what a user looks at changes turns with the user’s own jobs only': async ({ queue }) => {
    await queue().enqueue(many('ann', 9).map((key) => request(key, ann, { group: key })));
    await queue().enqueue(many('bob', 3).map((key) => request(key, bob, { group: key })));
    await queue().prioritize(ann, ['ann-7', 'bob-2', 'unknown']);
    const order = await claims(queue(), 6);
    expect(order.filter((key) => key?.startsWith('ann'))).toEqual(['ann-7', 'ann-1', 'ann-2']);
    expect(order.filter((key) => key?.startsWith('bob'))).toEqual(['bob-0', 'bob-1', 'bob-2']);
  },
};

export const leaseCases: QueueCases = {
  'a lease that is renewed keeps others away, one that has run out does not': async ({ queue, pass }) => {
    await queue().enqueue([request('a')]);
    const job = await claimed(queue('one'), 1000);
    await pass(800);
    expect(await queue('one').renew(job, 1000)).toBe(true);
    await pass(800);
    expect(await queue('two').claim('mail', 'quick', 1000)).toBeNull();
    await pass(800);
    expect(await claimed(queue('two'))).toMatchObject({ token: job.token + 1, tries: 1 });
  },
  'a worker that was held up and finds its own lease run out has had no try': async ({ queue, pass }) => {
    await queue().enqueue([request('a')]);
    for (const token of [1, 2]) {
      expect(await claimed(queue('one'))).toMatchObject({ token, tries: 0 });
      await pass(LEASE_MS + 1);
    }
    const again = await queue('one').claimAhead('mail', 'quick', LEASE_MS, 5);
    expect(again).toMatchObject([{ token: 3, tries: 0 }]);
  },
  'a worker that was silent writes nothing any more': async ({ queue, pass, mark, marks }) => {
    await queue().enqueue([request('a')]);
    const late = await claimed(queue('one'), 1);
    await pass(2);
    const next = await claimed(queue('two'));
    const held = [
      await queue('one').renew(late, LEASE_MS),
      await queue('one').recordProgress(late, 50),
      await queue('one').recordLive(late, 'there'),
      await queue('one').end({ job: late, state: 'done', effect: mark('late') }),
    ];
    await queue('one').giveBack(late, { pauseMs: 0, counts: true, lane: 'slow' });
    expect(held).toEqual([false, false, false, false]);
    expect(await queue().find('a')).toMatchObject({ state: 'running', token: next.token, tries: 1 });
    expect(await queue('two').end({ job: next, state: 'done', effect: mark('once') })).toBe(true);
    expect(await queue('two').end({ job: next, state: 'done', effect: mark('twice') })).toBe(false);
    expect(await marks()).toEqual(['once']);
  },
  'an effect that fails leaves the job unended, and others that end with it alone': async (subject) => {
    const { queue, mark, marks } = subject;
    await queue().enqueue([request('good'), request('bad')]);
    const good = await claimed(queue());
    const bad = await claimed(queue());
    const fails = { key: 'bad', item: null, write: () => Promise.reject(new Error('no effect')) };
    const ended = await Promise.allSettled([
      queue().end({ job: good, state: 'done', effect: mark('good') }),
      queue().end({ job: bad, state: 'done', effect: fails }),
    ]);
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect([await marks(), (await queue().find('bad'))?.state]).toEqual([['good'], 'running']);
  },
  'tries are counted when the work fails, not when it is an outage': async ({ queue, pass }) => {
    await queue().enqueue([request('a')]);
    await queue().giveBack(await claimed(queue()), { pauseMs: 5000, counts: true, lane: 'quick' });
    expect(await queue().claim('mail', 'quick', 1)).toBeNull();
    await pass(5001);
    await queue().giveBack(await claimed(queue()), { pauseMs: 0, counts: false, lane: 'slow' });
    expect(await queue().claim('mail', 'quick', 1)).toBeNull();
    expect(await queue().claim('mail', 'slow', 1)).toMatchObject({ tries: 1, token: 3 });
  },
  'a process that starts again after a kill goes on at once, and the try counts': async ({ queue }) => {
    await queue().enqueue([request('a')]);
    await claimed(queue('one'));
    await queue('two').releaseOwn();
    expect(await queue('two').claim('mail', 'quick', 1)).toBeNull();
    await queue('one').releaseOwn();
    expect(await claimed(queue('one'))).toMatchObject({ token: 2, tries: 1 });
  },
  'of kills that come one soon after the other the first two count for a job': async ({ queue, pass }) => {
    await queue().enqueue([request('a')]);
    for (let kill = 0; kill < 5; kill += 1) {
      await queue('one').claim('mail', 'quick', LEASE_MS);
      await queue('one').releaseOwn();
    }
    expect(await queue('one').claim('mail', 'quick', 1)).toBeNull();
    await pass(KILLED_AGAIN_PAUSE_MS + 1);
    expect(await claimed(queue('one'))).toMatchObject({ tries: 2 });
  },
  'what was claimed ahead or without an answer has had no try': async ({ queue }) => {
    await queue().enqueue([request('a')]);
    expect(await queue('one').claimAhead('mail', 'quick', LEASE_MS, 5)).toMatchObject([{ token: 1 }]);
    await queue('one').releaseOwn();
    expect(await claimed(queue('one'))).toMatchObject({ token: 2, tries: 0 });
    await queue('one').releaseExcept('mail', ['a']);
    expect(await queue('one').claim('mail', 'quick', 1)).toBeNull();
    await queue('one').releaseExcept('mail', []);
    expect(await claimed(queue('one'))).toMatchObject({ token: 3, tries: 0 });
  },
};

export const askerCases: QueueCases = {
  'a drive’s jobs: running, waiting in order, given up lately': async ({ queue, pass }) => {
    await queue().enqueue([request('failed'), request('film'), request('next'), request('of bob', bob)]);
    await queue().end({ job: await claimed(queue()), state: 'failed', reason: 'It is damaged.' });
    const film = await queue().claim('mail', 'quick', LEASE_MS);
    const other = await queue().claim('mail', 'quick', LEASE_MS);
    const running = [film, other].find((job) => job?.drive === ann) ?? expect.unreachable();
    await queue().recordProgress(running, 43);
    const { running: found, waiting, failed, open } = await queue().ofDrive(ann, 9);
    expect(found).toMatchObject([{ _id: running._id, percent: 43 }]);
    expect([waiting.map(({ _id }) => _id), failed.map(({ reason }) => reason), open]).toEqual([
      [running._id === 'film' ? 'next' : 'film'],
      ['It is damaged.'],
      2,
    ]);
    await pass(31 * 24 * 3600_000);
    expect((await queue().ofDrive(ann, 9)).failed).toEqual([]);
  },
  'a job that is cancelled is dropped, also while it runs or when it was given up': async (subject) => {
    const { queue, mark, marks } = subject;
    await queue().enqueue([request('runs'), request('waits')]);
    const job = await claimed(queue());
    expect([await queue().cancel('runs'), await queue().cancel('waits')]).toEqual([true, true]);
    expect([await queue().cancel('waits'), await queue().cancel('unknown')]).toEqual([false, false]);
    expect(await queue().renew(job, LEASE_MS)).toBe(false);
    expect(await queue().end({ job, state: 'done', effect: mark('no') })).toBe(false);
    expect([(await queue().find('runs'))?.state, await marks()]).toEqual(['dropped', []]);
    await queue().retry('runs', ['dropped']);
    await queue().end({ job: await claimed(queue()), state: 'failed', reason: 'It failed.' });
    expect(await queue().cancel('runs')).toBe(true);
  },
  'a group is found and forgotten together, of its drive alone': async ({ queue }) => {
    const grouped = (key: string, drive = ann) => request(key, drive, { group: 'copy' });
    await queue().enqueue([
      grouped('a'),
      grouped('b'),
      grouped('c'),
      request('single'),
      grouped('of bob', bob),
    ]);
    await queue().end({ job: await claimed(queue()), state: 'failed', reason: 'It failed.' });
    await claimed(queue());
    expect((await queue().openOf(ann, ['copy'])).length).toBe(2);
    expect((await queue().givenUpOf(ann, ['copy'])).length).toBe(1);
    await queue().forgetGivenUp(ann, ['copy']);
    expect(await queue().givenUpOf(ann, ['copy'])).toEqual([]);
    expect((await queue().ofDrive(ann, 9)).open).toBe(3);
    await queue().forget(ann);
    expect([await queue().find('single'), (await queue().ofDrive(bob, 9)).open]).toEqual([null, 1]);
  },
  'what was given up for later is opened again by itself then, and at once when it is asked for': async ({
    queue,
    pass,
  }) => {
    await queue().enqueue([request('a', ann, { group: 'file' }), request('final', ann, { group: 'file' })]);
    const giveUp = async (laterMs?: number) =>
      queue().end({ job: await claimed(queue()), state: 'failed', reason: 'It took too long.', laterMs });
    await giveUp(3600_000);
    await giveUp();
    await queue().reopenDue();
    expect((await queue().givenUpOf(ann, ['file'])).map(({ givenUp }) => givenUp)).toEqual([1, undefined]);
    await pass(3600_001);
    await queue().reopenDue();
    expect(await queue().find('a')).toMatchObject({ state: 'waiting', tries: 0, reason: null, givenUp: 1 });
    expect(await queue().find('final')).toMatchObject({ state: 'failed' });
    await giveUp(3600_000);
    expect(await queue().find('a')).toMatchObject({ state: 'failed', givenUp: 2 });
    await queue().retry('a', ['failed']);
    expect(await queue().find('a')).not.toHaveProperty('givenUp');
    expect(await queue().find('a')).not.toHaveProperty('later');
  },
  'what was given up is opened again behind the drive’s other jobs, untried': async ({ queue }) => {
    await queue().enqueue([request('a'), request('b')]);
    await queue().end({ job: await claimed(queue()), state: 'failed', reason: 'It failed.' });
    expect([await queue().retry('b', ['failed']), await queue().retry('x', ['failed'])]).toEqual([
      false,
      false,
    ]);
    expect(await queue().retry('a', ['failed'])).toBe(true);
    expect(await queue().find('a')).toMatchObject({ state: 'waiting', tries: 0, reason: null, ended: null });
    expect(await claims(queue(), 2)).toEqual(['b', 'a']);
  },
};
