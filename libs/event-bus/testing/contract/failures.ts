import { DomainError, type EventMessage } from '@skyshelf/contracts';
import { eventually } from '@skyshelf/testing';
import { MongoNetworkError, MongoServerError } from 'mongodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dropParked, listParked, retryParked } from '../../src/consumer/parked.js';
import type { EventHandler } from '../../src/port.js';
import { ContractBench, quickOptions, type BusHarness } from './bench.js';
import { drive } from './ledger.js';
import { Reader, upTo } from './reader.js';

const written = 'catalog.page.written';
const sent = 'catalog.letter.sent';
const { tries } = quickOptions.retry;

export function failureContract(makeHarness: () => Promise<BusHarness>): void {
  describe('failures', () => {
    let bench: ContractBench;
    let reader: Reader;
    /** Fails before the effect, for as long as it answers an error. */
    let trouble: (event: EventMessage, attempt: number) => Error | null;
    beforeEach(async () => {
      bench = await ContractBench.make(await makeHarness());
      reader = new Reader(bench.db);
      trouble = () => null;
    });
    afterEach(() => bench.clear());

    const handler: EventHandler = (event, context) =>
      reader.watched(event, context, async () => {
        const error = trouble(event, context.attempt);
        if (error) throw error;
        await reader.write(event, context);
      });
    const join = async () => {
      const bus = await bench.start();
      await bench.join(bus, { [written]: handler, [sent]: handler });
      return { bus };
    };
    const attempts = (id: string) =>
      reader.calls.filter((call) => call.id === id).map(({ attempt }) => attempt);
    const poison = (version: number) => (event: EventMessage) =>
      event.version === version && event.drive === 'ann' ? new Error('cannot digest this') : null;
    /** ann's third event is parked, and more wait behind it. */
    const parkAnn = async () => {
      trouble = poison(3);
      const joined = await join();
      await joined.bus.publish(bench.ledger.write(drive('ann'), 6));
      const [parked] = await eventually(async () => {
        const all = await listParked(bench.db);
        return all.length === 1 && all;
      });
      return { ...joined, parked: parked! };
    };

    it('tries a handler again until it succeeds, and nothing of the failed tries remains', async () => {
      const { bus } = await join();
      trouble = (_event, attempt) => (attempt < tries ? new Error('not yet') : null);
      await bus.publish(bench.ledger.write(drive('ann'), 2));
      await eventually(async () => expect(await reader.versions(drive('ann'))).toEqual(upTo(2)));
      expect(attempts('catalog:ann:1')).toEqual(upTo(tries));
      expect(await listParked(bench.db)).toEqual([]);
      expect(await bench.metric('skyshelf_bus_retries_total')).toBe(2 * (tries - 1));
    });

    it('takes an effect back when a write of it is refused', async () => {
      const bus = await bench.start();
      let refused = 0;
      await bench.join(bus, {
        [written]: (event, context) =>
          context.effect(async (session, db) => {
            await db.collection('half').insertOne({ of: event.id }, { session });
            if (refused < 2) {
              refused += 1;
              throw new DomainError('name.exists');
            }
          }),
      });
      await bus.publish(bench.ledger.write(drive('ann')));
      await eventually(async () => expect(await bench.db.collection('half').countDocuments()).toBe(1));
      expect(refused).toBe(2);
    });

    it('parks a drive whose event cannot be handled: its later events wait, other drives go on', async () => {
      const { bus, parked } = await parkAnn();
      await bus.publish(bench.ledger.write(drive('ben'), 3));
      await bus.publish(bench.ledger.write(drive('ann'), 2));
      await eventually(async () => expect(await reader.versions(drive('ben'))).toEqual(upTo(3)));
      expect(await reader.versions(drive('ann'))).toEqual([1, 2]);
      expect(attempts('catalog:ann:3')).toEqual(upTo(tries));
      expect(parked).toMatchObject({
        id: 'storage/catalog/ann',
        consumer: 'storage',
        source: 'catalog',
        drive: 'ann',
        version: 3,
        tries,
        request: null,
        event: { id: 'catalog:ann:3', type: written },
        error: { name: 'Error', message: 'cannot digest this' },
      });
      expect(parked.since).toBeInstanceOf(Date);
    });

    it('keeps a drive parked over a restart', async () => {
      const { bus } = await parkAnn();
      await bus.close();
      const calls = reader.calls.length;
      const { bus: next } = await join();
      await next.publish(bench.ledger.events.slice());
      await next.publish(bench.ledger.write(drive('ben'), 1));
      await eventually(async () => expect(await reader.versions(drive('ben'))).toEqual([1]));
      expect(reader.calls).toHaveLength(calls + 1);
      expect(await listParked(bench.db)).toHaveLength(1);
    });

    it('goes on with a parked drive on request, without losing or doubling anything', async () => {
      const { bus, parked } = await parkAnn();
      await bus.publish(bench.ledger.write(drive('ann'), 2));
      trouble = () => null;
      expect(await retryParked(bench.db, parked.id)).toBe(true);
      await eventually(async () => expect(await reader.versions(drive('ann'))).toEqual(upTo(8)));
      await eventually(async () => expect(await listParked(bench.db)).toEqual([]));
      await bus.publish(bench.ledger.write(drive('ann'), 1));
      await eventually(async () => expect(await reader.versions(drive('ann'))).toEqual(upTo(9)));
    });

    it('keeps a drive parked when it fails again, and counts the tries', async () => {
      const { parked } = await parkAnn();
      await retryParked(bench.db, parked.id);
      await eventually(async () =>
        expect(await listParked(bench.db)).toMatchObject([
          { version: 3, tries: 2 * tries, request: null, since: parked.since },
        ]),
      );
      expect(await reader.versions(drive('ann'))).toEqual([1, 2]);
      trouble = poison(5);
      await retryParked(bench.db, parked.id);
      await eventually(async () =>
        expect(await listParked(bench.db)).toMatchObject([{ version: 5, tries, request: null }]),
      );
      expect(await reader.versions(drive('ann'))).toEqual(upTo(4));
    });

    it('passes a dropped event without its effect and goes on behind it', async () => {
      const { parked } = await parkAnn();
      await dropParked(bench.db, parked.id);
      await eventually(async () => expect(await reader.versions(drive('ann'))).toEqual([1, 2, 4, 5, 6]));
      await eventually(async () => expect(await listParked(bench.db)).toEqual([]));
    });

    it('carries out a request that was made while the consumer was down', async () => {
      const { bus, parked } = await parkAnn();
      await bus.close();
      trouble = () => null;
      await retryParked(bench.db, parked.id);
      await join();
      await eventually(async () => expect(await reader.versions(drive('ann'))).toEqual(upTo(6)));
      await eventually(async () => expect(await listParked(bench.db)).toEqual([]));
    });

    it('says that nothing is parked under an unknown id', async () => {
      await join();
      expect(await retryParked(bench.db, 'storage/catalog/nobody')).toBe(false);
      expect(await dropParked(bench.db, 'storage/catalog/nobody')).toBe(false);
    });

    it('parks an event without an order alone: the others of its drive go on', async () => {
      const { bus } = await join();
      const bad = bench.ledger.writeSingle(drive('ann'), sent);
      const good = bench.ledger.writeSingle(drive('ann'), sent);
      trouble = ({ id }) => (id === bad.id ? new Error('cannot digest this') : null);
      await bus.publish([bad, good]);
      await bus.publish([bad]);
      await eventually(async () => expect(await reader.ids(drive('ann'))).toEqual([good.id]));
      const [parked] = await eventually(async () => {
        const all = await listParked(bench.db);
        return all.length === 1 && all;
      });
      expect(attempts(bad.id)).toEqual(upTo(tries));
      await retryParked(bench.db, parked!.id);
      await eventually(async () =>
        expect((await listParked(bench.db))[0]).toMatchObject({ tries: 2 * tries, request: null }),
      );
      trouble = () => null;
      await retryParked(bench.db, parked!.id);
      await eventually(async () => expect(await reader.ids(drive('ann'))).toEqual([good.id, bad.id]));
      await eventually(async () => expect(await listParked(bench.db)).toEqual([]));
      await bus.publish([bad]);
      await bus.publish([bench.ledger.writeSingle(drive('ann'), sent)]);
      await eventually(async () => expect(await reader.ids(drive('ann'))).toHaveLength(3));
    });

    it('parks an event whose data are not of its type', async () => {
      const bus = await bench.start();
      const calls: unknown[] = [];
      await bench.join(bus, { 'catalog.quota.changed': async (event) => void calls.push(event) });
      const [event] = bench.ledger.write(drive('ann'), 1, 'catalog.quota.changed');
      await bus.publish([{ ...event!, data: { type: 'catalog.quota.changed', quota: 'much' } }]);
      await eventually(async () =>
        expect(await listParked(bench.db)).toMatchObject([{ error: { name: 'ZodError' } }]),
      );
      expect(calls).toEqual([]);
    });

    it('parks a drive whose earlier events its owner does not have', async () => {
      const { bus } = await join();
      const [, , third] = bench.ledger.write(drive('ann'), 3);
      bench.ledger.events.shift();
      await bus.publish([third!]);
      const [parked] = await eventually(async () => {
        const all = await listParked(bench.db);
        return all.length === 1 && all;
      });
      expect(parked).toMatchObject({ version: 3, error: { name: 'MissingEventsError' } });
      await dropParked(bench.db, parked!.id);
      await eventually(async () => expect(await listParked(bench.db)).toEqual([]));
      await bus.publish(bench.ledger.write(drive('ben')));
      await eventually(async () => expect(await reader.versions(drive('ben'))).toEqual([1]));
      expect(await reader.versions(drive('ann'))).toEqual([]);
    });

    it.each([
      ['the database is out of reach', () => new MongoNetworkError('connection 3 closed')],
      ['the primary steps down', () => new MongoServerError({ message: 'not primary', code: 10107 })],
      ['a neighbour is not reachable', () => new DomainError('service.unavailable')],
      ['a drive is busy', () => new Error('admission', { cause: new DomainError('drive.busy') })],
      ['the disk is full', () => Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })],
    ])('waits without counting tries while %s, and goes on by itself', async (_words, error) => {
      const { bus } = await join();
      let failures = 0;
      trouble = () => (failures++ < tries * 3 ? error() : null);
      await bus.publish(bench.ledger.write(drive('ann'), 2));
      await eventually(async () => expect(await reader.versions(drive('ann'))).toEqual(upTo(2)));
      expect(attempts('catalog:ann:1').every((attempt) => attempt === 1)).toBe(true);
      expect(await listParked(bench.db)).toEqual([]);
      expect(await bench.metric('skyshelf_bus_outages_total')).toBe(tries * 3);
      expect(await bench.metric('skyshelf_bus_paused')).toBe(0);
    });

    it('says in its metrics that it is paused and how far it lags', async () => {
      const { bus } = await join();
      let away = true;
      trouble = () => (away ? new DomainError('starting') : null);
      const published = bus.publish(bench.ledger.write(drive('ann'), 2));
      await eventually(async () => (await bench.metric('skyshelf_bus_paused', { service: 'storage' })) === 1);
      await eventually(
        async () => (await bench.metric('skyshelf_bus_lag_seconds', { service: 'storage' })) > 0,
      );
      expect(await bench.metric('skyshelf_bus_lag_events', { service: 'storage' })).toBeGreaterThan(0);
      away = false;
      await published;
      await eventually(async () => (await bench.metric('skyshelf_bus_lag_events')) === 0);
      await eventually(async () =>
        expect(await bench.metric('skyshelf_bus_events_total', { outcome: 'handled' })).toBe(2),
      );
    });

    it('lets other drives through while one goes on failing by an outage', async () => {
      const { bus } = await join();
      let away = true;
      trouble = (event) => (away && event.drive === 'ann' ? new DomainError('drive.busy') : null);
      const ann = bus.publish(bench.ledger.write(drive('ann'), 1));
      await eventually(() => attempts('catalog:ann:1').length > 3);
      await bus.publish(bench.ledger.write(drive('ben'), 5));
      await eventually(async () => expect(await reader.versions(drive('ben'))).toEqual(upTo(5)));
      away = false;
      await ann;
      await eventually(async () => expect(await reader.versions(drive('ann'))).toEqual([1]));
    });
  });
}
