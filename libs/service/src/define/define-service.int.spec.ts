import type { BlobId, DriveId, StorageEvent } from '@skyshelf/contracts';
import { createInProcessBus, type EventBus } from '@skyshelf/event-bus';
import { eventsPlan, missingOf } from '@skyshelf/event-store';
import type { ObjectStore } from '@skyshelf/object-store';
import { testDatabase, type TestDatabase } from '@skyshelf/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { createService } from '../create-service.js';
import type { OnServiceStart } from '../runtime.js';
import { testRuntime } from '../../testing/index.js';
import { defineService, type ServiceComponents, type ServiceSpec } from './define-service.js';
import type { Opened, StatefulRuntime } from './stateful-runtime.js';

const config = z.object({ STORAGE_TRIES: z.coerce.number().int().positive().default(3) });
type Runtime = StatefulRuntime<z.infer<typeof config>, StorageEvent>;

let database: TestDatabase;
let bus: EventBus;
let runtime: Runtime;

beforeEach(async () => {
  database = await testDatabase('define');
  const base = await testRuntime();
  bus = createInProcessBus(base);
  runtime = { ...base, bus, client: database.client, db: database.db };
});
afterEach(async () => {
  await bus.close();
  await database.drop();
});

type Open = (runtime: Opened<Runtime>) => Partial<ServiceComponents>;

const define = (open: Open, spec: Partial<ServiceSpec<Runtime>> = {}) =>
  defineService<Runtime>({
    name: 'storage',
    config,
    consumes: [],
    module: async () => ({
      openService: (given) => ({ controllers: [], providers: [], ...open(given) }),
    }),
    ...spec,
  });

it('is light until it is opened, and then has the settings of an installation that sets nothing', async () => {
  const seen: Opened<Runtime>[] = [];
  const service = define((given) => {
    seen.push(given);
    return {};
  });
  expect(seen).toEqual([]);
  await service.open(runtime);
  await service.open({ ...runtime, config: { STORAGE_TRIES: 7 }, relayHolder: 'two' });
  expect(seen.map(({ config: { STORAGE_TRIES }, relayHolder }) => [STORAGE_TRIES, relayHolder])).toEqual([
    [3, 'storage'],
    [7, 'two'],
  ]);
});

it('refuses to open without settings that must be given, and says which', async () => {
  const needy = defineService<StatefulRuntime<{ STORAGE_KEY: string }, StorageEvent>>({
    name: 'storage',
    config: z.object({ STORAGE_KEY: z.string() }),
    consumes: [],
    module: async () => ({ openService: () => ({ controllers: [], providers: [] }) }),
  });
  const { config: _, ...bare } = runtime;
  await expect(needy.open(bare)).rejects.toThrow('STORAGE_KEY');
});

it('adds what its events need: routes for its own, a transport and routes for those it acts on', async () => {
  const added = async (spec: Partial<ServiceSpec<Runtime>>) => {
    const { module, transports = [] } = await define(() => ({}), spec).open(runtime);
    const names = (module.controllers ?? []).map((each) => each.name);
    return { names: names.toSorted(), transports: transports.length };
  };
  expect(await added({ consumes: ['catalog'] })).toEqual({
    names: ['ConsumedEventsController', 'DriveDataController', 'OwnEventsController', 'RefillController'],
    transports: 1,
  });
  expect(await added({ name: 'notify' })).toEqual({ names: ['DriveDataController'], transports: 0 });
});

it('tells the health of its database, of its bytes when it has some, and what it adds', async () => {
  const own = { name: 'own', check: async () => ({ status: 'ok' as const }) };
  const service = define(() => ({ checks: [own] }));
  const namesOf = async (given: Runtime) =>
    ((await service.open(given)).checks ?? []).map(({ name }) => name);
  expect(await namesOf(runtime)).toEqual(['storage.database', 'own']);
  const objects = { head: async () => null } as unknown as ObjectStore;
  expect(await namesOf({ ...runtime, objects } as Runtime)).toEqual([
    'storage.database',
    'storage.objects',
    'own',
  ]);
});

it('makes what its database lacks, after its own documents; stops its work, publishes what that has left, and closes the store last', async () => {
  const order: string[] = [];
  const note = (what: string) => async () => void order.push(what);
  const drive = 'd1' as DriveId;
  bus.tap(['storage.blob.removed'], ({ id }) => void order.push(`published ${id}`));
  const work = ({
    client,
    outbox,
  }: Opened<Runtime>): OnServiceStart & { onModuleDestroy(): Promise<void> } => ({
    onServiceStart: note('work begun'),
    async onModuleDestroy() {
      order.push('work ended');
      const data = { type: 'storage.blob.removed' as const, blobId: 'last' as BlobId };
      const event = { id: 'storage:removed:last', drive, actor: null, trace: null, data };
      await client.withSession((session) =>
        session.withTransaction(() => outbox.append(session, event), {
          writeConcern: { w: 'majority', journal: true },
        }),
      );
      outbox.appended(drive);
    },
  });
  const store = {
    sides: [],
    close: note('store closed'),
    rebuild: async () => undefined,
    onCommitted: () => undefined,
  };
  const parts: Open = (given) => ({
    store,
    providers: [{ provide: 'work', useValue: work(given) }],
    prepare: note('own prepared'),
  });
  const plan = { things: [{ key: { name: 1 } }], others: [] };
  const service = await createService(define(parts, { indexes: async () => ({ indexes: plan }) }), runtime);
  expect(await missingOf(runtime.db, { ...plan, ...eventsPlan })).toEqual([]);
  await service.start();
  await service.stop();
  expect(order).toEqual([
    'own prepared',
    'work begun',
    'work ended',
    'published storage:removed:last',
    'store closed',
  ]);
});

it('does not start with a part that fails, whichever it is', async () => {
  const fails = (what: string) => async () => {
    throw new Error(what);
  };
  const open = (): never => {
    throw new Error('parts');
  };
  for (const [service, message] of [
    [define(() => ({}), { module: fails('code') }), 'code'],
    [define(open), 'parts'],
    [define(() => ({ prepare: fails('indexes') })), 'indexes'],
  ] as const)
    await expect(createService(service, runtime)).rejects.toThrow(message);
});
