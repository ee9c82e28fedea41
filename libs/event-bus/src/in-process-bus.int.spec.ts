import { eventually } from '@skyshelf/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listParked } from './consumer/parked.js';
import { ContractBench, quickOptions } from '../testing/contract/bench.js';
import { drive } from '../testing/contract/ledger.js';
import { Reader, upTo } from '../testing/contract/reader.js';
import type { BusOptions } from './bus-options.js';
import { createInProcessBus, type InProcessBusOptions } from './in-process-bus.js';

const written = 'catalog.page.written';

describe('the bus in process', () => {
  let bench: ContractBench;
  let reader: Reader;
  let options: Partial<InProcessBusOptions>;
  beforeEach(async () => {
    options = {};
    bench = await ContractBench.make({
      open: async (given) => createInProcessBus({ ...given, ...options }),
      dispose: async () => undefined,
    });
    reader = new Reader(bench.db);
  });
  afterEach(() => bench.clear());

  const isOpen = async (promise: Promise<unknown>) => {
    let open = true;
    promise.then(
      () => (open = false),
      () => (open = false),
    );
    await bench.db.command({ ping: 1 });
    return open;
  };

  it('says published when every consumer has passed the events', async () => {
    const bus = await bench.start();
    const gate = Promise.withResolvers<void>();
    await bench.join(bus, { [written]: reader.diary }, 'storage');
    await bench.join(bus, { [written]: () => gate.promise }, 'media');
    const published = bus.publish(bench.ledger.write(drive('ann'), 2));
    await eventually(async () => expect(await reader.versions(drive('ann'))).toEqual(upTo(2)));
    expect(await isOpen(published)).toBe(true);
    gate.resolve();
    await published;
  });

  it('says published when an event is parked, after it is written down', async () => {
    const bus = await bench.start();
    await bench.join(bus, {
      [written]: async () => {
        throw new Error('cannot digest this');
      },
    });
    await bus.publish(bench.ledger.write(drive('ann'), 3));
    expect(await listParked(bench.db)).toMatchObject([{ version: 1 }]);
  });

  it('waits with the first events until all consumers of the installation have joined', async () => {
    options = { consumers: ['storage', 'media'] };
    const bus = await bench.start();
    await bench.join(bus, { [written]: reader.diary }, 'storage');
    const published = bus.publish(bench.ledger.write(drive('ann')));
    expect(await isOpen(published)).toBe(true);
    const calls: string[] = [];
    await bench.join(bus, { [written]: async ({ id }) => void calls.push(id) }, 'media');
    await published;
    expect(calls).toEqual(['catalog:ann:1']);
    expect(await reader.versions(drive('ann'))).toEqual([1]);
  });

  it('does not say published when a consumer has stopped, until it is back', async () => {
    const bus = await bench.start();
    const consumer = await bench.join(bus, { [written]: reader.diary });
    await consumer.stop();
    const events = bench.ledger.write(drive('ann'));
    await expect(bus.publish(events)).rejects.toThrow('The consumer storage has stopped');
    await bench.join(bus, { [written]: reader.diary });
    await bus.publish(events);
    expect(await reader.versions(drive('ann'))).toEqual([1]);
  });

  it('takes nothing after it is closed', async () => {
    const bus = await bench.start();
    await bus.close();
    await expect(bus.publish(bench.ledger.write(drive('ann')))).rejects.toThrow('closed');
    await expect(bench.join(bus, {})).rejects.toThrow('closed');
  });

  it('refuses a second consumer of the same name', async () => {
    const bus = await bench.start();
    await bench.join(bus, {});
    await expect(bench.join(bus, {})).rejects.toThrow('has joined already');
  });

  it('pauses between tries by growing times, and ends a pause when it stops', async () => {
    const pauses: number[] = [];
    const endless = Promise.withResolvers<void>();
    const bus = await bench.start({
      retry: { firstMs: 100, maxMs: 500, tries: 6 },
      pause: async (ms, signal) => {
        if (ms === quickOptions.pollMs)
          return new Promise((_resolve, reject) => signal?.addEventListener('abort', reject));
        pauses.push(ms);
        if (pauses.length === 5) endless.resolve();
        if (pauses.length === 5)
          await new Promise((_resolve, reject) => signal?.addEventListener('abort', reject));
      },
    });
    await bench.join(bus, {
      [written]: async () => {
        throw new Error('not yet');
      },
    });
    const published = bus.publish(bench.ledger.write(drive('ann')));
    published.catch(() => undefined);
    await endless.promise;
    expect(pauses).toEqual([100, 200, 400, 500, 500]);
    await bus.close();
    await expect(published).rejects.toThrow('has stopped');
    expect(await listParked(bench.db)).toEqual([]);
  });

  it('writes cursors of skipped events, and of idempotent handlers, down together and later', async () => {
    const rounds: (() => void)[] = [];
    const pause: BusOptions['pause'] = (_ms, signal) =>
      new Promise((resolve) => {
        rounds.push(resolve);
        signal?.addEventListener('abort', () => resolve());
      });
    const bus = await bench.start({ pause });
    await bench.join(bus, { [written]: async () => undefined });
    await bus.publish(bench.ledger.write(drive('ann'), 100, 'catalog.page.turned'));
    await bus.publish(bench.ledger.write(drive('ann'), 100));
    expect(await bench.db.collection('cursors').countDocuments()).toBe(0);
    rounds.forEach((next) => next());
    const stored = () => bench.db.collection('cursors').findOne({ drive: 'ann' });
    await eventually(async () => expect(await stored()).toMatchObject({ version: 200 }));
    await bus.publish(bench.ledger.write(drive('ann'), 5));
    await bus.close();
    expect(await stored()).toMatchObject({ version: 205 });
  });
});
