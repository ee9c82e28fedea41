import { createInProcessBus, type EventBus } from '@skyshelf/event-bus';
import { defineJobKind, jobsPlan } from '@skyshelf/jobs';
import { eventually, testDatabase, type TestDatabase } from '@skyshelf/testing';
import type { ClientSession } from 'mongodb';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { testRuntime } from '../../testing/index.js';
import { createService, type CreatedService } from '../create-service.js';
import { defineService } from '../define/define-service.js';
import type { StatefulRuntime } from '../define/stateful-runtime.js';
import { openServiceJobs, type ServiceJobs } from './service-jobs.js';

const sent: string[] = [];
const mail = defineJobKind<{ to: string }, ClientSession>({
  kind: 'mail',
  payload: z.object({ to: z.email() }),
  parallel: 2,
  tries: 3,
  timeoutMs: 5000,
  pauseMs: () => 10,
  run: async ({ payload: { to }, tries }) => {
    if (to.startsWith('nobody')) throw new Error('no such mailbox');
    if (tries === 0) throw new Error('the server is busy');
    sent.push(to);
  },
});
const notify = (seen: (jobs: ServiceJobs) => void) =>
  defineService<StatefulRuntime<object>>({
    name: 'notify',
    config: z.object({}),
    consumes: [],
    jobs: true,
    indexes: async () => ({ indexes: jobsPlan() }),
    module: async () => ({
      openService: (runtime) => {
        const jobs = openServiceJobs(runtime, { kinds: [mail], worksOn: () => [mail] });
        seen(jobs);
        return { controllers: [], providers: [], jobs };
      },
    }),
  });

let database: TestDatabase;
let bus: EventBus;
let service: CreatedService;
let jobs: ServiceJobs;
beforeEach(async () => {
  database = await testDatabase('mail');
  const base = await testRuntime();
  bus = createInProcessBus(base);
  const runtime = { ...base, bus, client: database.client, db: database.db };
  service = await createService(
    notify((opened) => (jobs = opened)),
    runtime,
  );
  await service.start();
});
afterEach(async () => {
  await service.stop();
  await bus.close();
  await database.drop();
});

it('a kind of job is one value: a mail is sent later, tried again, given up and shown to the operator', async () => {
  const later = mail.job({ key: 'later', drive: null, payload: { to: 'ann@example.org' }, delayMs: 300 });
  const lost = mail.job({ key: 'lost', drive: null, payload: { to: 'nobody@example.org' } });
  expect(() => mail.job({ key: 'bad', drive: null, payload: { to: 'nowhere' } })).toThrow('Invalid email');
  await jobs.queue.enqueue([later, lost]);
  jobs.runner.wake();
  const stateOf = async (key: string) => (await jobs.queue.find(key))?.state;
  await eventually(async () => (await stateOf('lost')) === 'failed' && (await stateOf('later')) === 'done');
  expect(sent).toEqual(['ann@example.org']);
  const { failures } = await jobs.queue.report(9);
  expect(failures).toMatchObject([
    { id: 'lost', kind: 'mail', tries: 3, reason: expect.stringContaining('no such mailbox') },
  ]);
  expect(await service.health()).toMatchObject({ checks: { 'notify.jobs': { status: 'ok' } } });
});
