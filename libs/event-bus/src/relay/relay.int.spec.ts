import type { EventMessage } from '@skyshelf/contracts';
import { eventually, testDatabase, type TestDatabase } from '@skyshelf/testing';
import { MongoClient } from 'mongodb';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { drive } from '../../testing/contract/ledger.js';
import { upTo } from '../../testing/contract/reader.js';
import { RelayBench } from '../../testing/relay-bench.js';
import type { Relay } from './relay.js';

const idsOf = (name: string, count: number) => upTo(count).map((version) => `catalog:${name}:${version}`);

describe('the relay', () => {
  let database: TestDatabase;
  let bench: RelayBench;
  const relays: Relay[] = [];
  const published: EventMessage[] = [];
  const calls: string[][] = [];
  const publish = async (events: readonly EventMessage[]) => {
    published.push(...events);
    calls.push(events.map(({ id }) => id));
  };
  const start = async (...given: Parameters<RelayBench['relay']>) => {
    const relay = await bench.relay(...given);
    relays.push(relay);
    return relay;
  };
  const ids = (name: string) => published.filter((event) => event.drive === name).map(({ id }) => id);

  beforeEach(async () => {
    database = await testDatabase('relay');
    bench = await RelayBench.make(database.db);
    published.length = 0;
    calls.length = 0;
  });
  afterEach(async () => {
    await Promise.all(relays.splice(0).map((relay) => relay.stop({ drainMs: 0 })));
    await bench.store.close();
    await database.drop();
  });

  it('publishes what commits, each drive in its order, and clears it, woken by the commit', async () => {
    await start(publish);
    await Promise.all([bench.write(drive('ann'), 10), bench.write(drive('ben'), 5)]);
    await eventually(async () => (await bench.depth()) === 0);
    expect(ids('ann')).toEqual(idsOf('ann', 10));
    expect(ids('ben')).toEqual(idsOf('ben', 5));
    expect(calls.every((call) => new Set(call.map((id) => id.split(':')[1])).size === 1)).toBe(true);
  });

  it('publishes what lay there before its start', async () => {
    await bench.write(drive('ann'), 300);
    await start(publish, { batch: 50 });
    await eventually(async () => (await bench.depth()) === 0);
    expect(ids('ann')).toEqual(idsOf('ann', 300));
  });

  it('misses no event whose transaction commits after that of a later one', async () => {
    await start(publish);
    const gate = Promise.withResolvers<void>();
    const written = Promise.withResolvers<void>();
    const early = bench.append(['early'], drive('ann'), async () => {
      written.resolve();
      await gate.promise;
    });
    await written.promise;
    await bench.append(['late'], drive('ann'));
    await eventually(() => ids('ann').includes('late'));
    gate.resolve();
    await early;
    await eventually(async () => (await bench.depth()) === 0);
    expect(ids('ann')).toEqual(['late', 'early']);
  });

  it('ends a transaction that a killed process has left open, so that writes outside transactions go on', async () => {
    const uri = new URL(database.uri);
    uri.searchParams.set('appName', database.db.databaseName);
    const client = await new MongoClient(uri.href).connect();
    onTestFinished(() => client.close());
    const db = client.db(database.db.databaseName);
    const jobs = db.collection<{ _id: string; turn: number }>('jobs');
    await jobs.insertOne({ _id: 'job', turn: 0 });
    const left = client.startSession();
    left.startTransaction();
    await jobs.updateOne({ _id: 'job' }, { $set: { turn: 1 } }, { session: left });
    const since = performance.now();
    const replica = await RelayBench.make(db);
    onTestFinished(() => replica.store.close());
    relays.push(await replica.relay(publish));
    await jobs.updateOne({ _id: 'job' }, { $inc: { turn: 10 } });
    expect(performance.now() - since).toBeLessThan(40_000);
    expect(await jobs.findOne({ _id: 'job' })).toMatchObject({ turn: 10 });
    await expect(left.commitTransaction()).rejects.toThrow(/aborted|has been killed|NoSuchTransaction/);
  }, 60_000);

  it('keeps an event until it is published, however often that fails', async () => {
    let failures = 0;
    await start(async (events) => {
      failures += 1;
      if (failures <= 3) throw new Error('the broker is away');
      await publish(events);
    });
    await bench.write(drive('ann'));
    await eventually(async () => (await bench.depth()) === 0);
    expect(failures).toBe(4);
    expect(ids('ann')).toEqual(idsOf('ann', 1));
  });

  it('lets other drives, and later events of the same drive, pass a slow hand-over', async () => {
    const gate = Promise.withResolvers<void>();
    await start(async (events) => {
      await publish(events);
      if (events.some(({ id }) => id === 'catalog:ann:1')) await gate.promise;
    });
    await bench.write(drive('ann'));
    await eventually(() => ids('ann').length === 1);
    await bench.write(drive('ben'));
    await bench.write(drive('ann'), 2);
    await eventually(() => ids('ben').length === 1 && ids('ann').length === 3);
    expect(ids('ann')).toEqual(idsOf('ann', 3));
    await eventually(async () => (await bench.depth()) === 1);
    gate.resolve();
    await eventually(async () => (await bench.depth()) === 0);
  });

  it('empties the outbox before it stops', async () => {
    const relay = await start(publish);
    await bench.write(drive('ann'), 20);
    await relay.stop();
    expect(await bench.depth()).toBe(0);
    expect(ids('ann')).toEqual(idsOf('ann', 20));
  });

  it('stops at once, and leaves the rest, when the bus takes nothing more', async () => {
    const relay = await start(async () => {
      throw new Error('closed');
    });
    await bench.write(drive('ann'), 3);
    await relay.stop({ drainMs: 3_600_000 });
    expect(await bench.depth()).toBe(3);
  });

  it('publishes at once what its own process commits, though another one holds the lease', async () => {
    const other: string[] = [];
    await start(async (events) => void other.push(...events.map(({ id }) => id)), { holder: 'other' });
    await bench.write(drive('ben'));
    await eventually(() => other.length === 1);
    const process = await RelayBench.make(database.db);
    const relay = await process.relay(publish, { holder: 'own' });
    await process.write(drive('ann'), 3);
    await eventually(async () => (await bench.depth()) === 0);
    expect(ids('ann')).toEqual(idsOf('ann', 3));
    expect(other).toEqual(idsOf('ben', 1));
    await process.write(drive('ann'));
    await relay.stop();
    expect(await bench.depth()).toBe(0);
    expect(ids('ann')).toEqual(idsOf('ann', 4));
    await process.store.close();
  });

  it('publishes what commits while the last look before its stop is under way', async () => {
    await start(publish, { holder: 'other' });
    const process = await RelayBench.make(database.db);
    const relay = await process.relay(publish, { holder: 'own' });
    const { pending } = process.outbox;
    const looked = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    process.outbox.pending = async (...what) => {
      const found = await pending(...what);
      looked.resolve();
      await gate.promise;
      return found;
    };
    relay.poke(drive('ann'));
    await looked.promise;
    await process.write(drive('ann'));
    setImmediate(() => gate.resolve());
    await relay.stop();
    expect(await bench.depth()).toBe(0);
    await process.store.close();
  });

  it('leaves to another process what that one has just committed, and takes what stays lying', async () => {
    const process = await RelayBench.make(database.db);
    const began = new Date();
    let now = began;
    await start(publish, { clock: { now: () => now }, pollMs: 20, lateMs: 60_000 });
    await bench.write(drive('ann'));
    await eventually(() => ids('ann').length === 1);
    await process.write(drive('ben'));
    await bench.write(drive('ann'));
    await eventually(async () => (await bench.depth()) === 1);
    expect(ids('ben')).toEqual([]);
    now = new Date(Date.now() + 60_000);
    await eventually(async () => (await bench.depth()) === 0);
    expect(ids('ben')).toEqual(idsOf('ben', 1));
    await process.store.close();
  });

  it('leaves to who holds the lease what it could not publish itself', async () => {
    await start(publish, { holder: 'other', pollMs: 20, lateMs: 0 });
    await bench.write(drive('ann'));
    await eventually(() => ids('ann').length === 1);
    const process = await RelayBench.make(database.db);
    let tries = 0;
    const failing = async () => {
      tries += 1;
      throw new Error('the broker is away for this one');
    };
    const relay = await process.relay(failing, { holder: 'own' });
    await process.write(drive('ben'));
    await eventually(() => ids('ben').length === 1);
    await eventually(async () => (await bench.depth()) === 0);
    await relay.stop({ drainMs: 0 });
    expect(tries).toBeLessThanOrEqual(1);
    await process.store.close();
  });

  it('shares its slots with the relays of other processes, and takes over when one is gone', async () => {
    // A process that publishes nothing itself.
    const writer = await RelayBench.make(database.db);
    const drives = Array.from({ length: 40 }, (_, index) => `drive${index}`);
    const by = { one: new Set<string>(), two: new Set<string>() };
    const as = (holder: 'one' | 'two') => async (events: readonly EventMessage[]) => {
      await publish(events);
      for (const event of events) by[holder].add(event.drive);
    };
    const options = { leaseMs: 600, pollMs: 20, lateMs: 0 };
    const one = await start(as('one'), { ...options, holder: 'one' });
    await start(as('two'), { ...options, holder: 'two' });
    const slotsOf = (holder: string) =>
      database.db.collection('leases').countDocuments({ holder, _id: /^relay\/slot/u as never });
    await eventually(async () => (await slotsOf('one')) === 32 && (await slotsOf('two')) === 32);
    await Promise.all(drives.map((name) => writer.write(drive(name))));
    await eventually(async () => (await bench.depth()) === 0);
    expect(by.one.size).toBeGreaterThan(0);
    expect(by.two.size).toBeGreaterThan(0);
    await one.stop();
    await eventually(async () => (await slotsOf('two')) === 64);
    await Promise.all(drives.map((name) => writer.write(drive(name))));
    await eventually(async () => (await bench.depth()) === 0);
    for (const name of drives) expect([...new Set(ids(name))]).toEqual(idsOf(name, 2));
    await writer.store.close();
  });

  it('goes on at once after a crash under the same name, and waits for the lease under another', async () => {
    // It dies while it publishes: nothing comes of it, and its leases stay as they are.
    const died = Promise.withResolvers<void>();
    await start(() => {
      died.resolve();
      return new Promise(() => undefined);
    });
    await bench.write(drive('ann'));
    await died.promise;
    const other: string[] = [];
    await start(async (events) => void other.push(...events.map(({ id }) => id)), {
      holder: 'other',
      pollMs: 10,
      leaseMs: 100,
    });
    await start(publish);
    await eventually(() => ids('ann').length === 1);
    expect(other).toEqual([]);
  });

  it('does no harm when it sleeps past its lease: what it does then is only done twice', async () => {
    const asleep = Promise.withResolvers<void>();
    const reading = Promise.withResolvers<void>();
    // For a process that is stopped no time passes: it renews nothing, and believes that it still holds its leases.
    const fellAsleep = new Date();
    const sleeper = await bench.relay(
      async (events) => {
        reading.resolve();
        await asleep.promise;
        await publish(events);
      },
      { holder: 'sleeper', leaseMs: 1_000, clock: { now: () => fellAsleep } },
    );
    await bench.write(drive('ann'), 2);
    await reading.promise;
    await start(publish, { holder: 'awake', leaseMs: 200, pollMs: 10 });
    await eventually(async () => (await bench.depth()) === 0);
    await bench.write(drive('ann'), 1);
    await eventually(() => ids('ann').length >= 3);
    asleep.resolve();
    await sleeper.stop();
    expect([...new Set(ids('ann'))]).toEqual(idsOf('ann', 3));
  });

  it('tells how much waits to be published, and since when', async () => {
    const gate = Promise.withResolvers<void>();
    const relay = await start(() => gate.promise);
    await bench.write(drive('ann'), 3);
    const text = await bench.registry.text();
    expect(text).toContain('skyshelf_outbox_events{service="catalog"} 3');
    expect(text).toMatch(/skyshelf_outbox_age_seconds\{service="catalog"\} 0\.\d+/u);
    gate.resolve();
    await relay.stop();
    expect(await bench.registry.text()).toContain('skyshelf_outbox_events{service="catalog"} 0');
  });
});
