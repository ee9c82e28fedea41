import type { EventMessage } from '@skyshelf/contracts';
import { eventually } from '@skyshelf/testing';
import type { Db } from 'mongodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listParked } from '../../src/consumer/parked.js';
import type { EventHandler } from '../../src/port.js';
import { ContractBench, type BusHarness } from './bench.js';
import { drive } from './ledger.js';
import { Reader, upTo } from './reader.js';

const written = 'catalog.page.written';

export function restartContract(makeHarness: () => Promise<BusHarness>): void {
  describe('restarts', () => {
    let bench: ContractBench;
    let reader: Reader;
    beforeEach(async () => {
      bench = await ContractBench.make(await makeHarness());
      reader = new Reader(bench.db);
    });
    afterEach(() => bench.clear());
    const again = (events: readonly EventMessage[]) => async () => {
      const bus = await bench.start();
      await bench.join(bus, { [written]: reader.diary });
      await bus.publish(events);
      return bus;
    };

    /** Reads it like another process. */
    const cursorOf = async (of: string): Promise<unknown> => {
      const cursors = bench.db.collection('cursors', { readConcern: { level: 'majority' } });
      return (await cursors.findOne({ drive: drive(of) }))?.version;
    };

    it('takes its work up where it stood', async () => {
      const first = await again(bench.ledger.write(drive('ann'), 3))();
      await eventually(async () => expect(await reader.versions(drive('ann'))).toEqual(upTo(3)));
      await first.close();
      await again([...bench.ledger.events, ...bench.ledger.write(drive('ann'), 2)])();
      await eventually(async () => expect(await reader.versions(drive('ann'))).toEqual(upTo(5)));
      expect(reader.calls).toHaveLength(5);
    });

    it('remembers over a restart what it skipped, without asking the owner again', async () => {
      const first = await again(bench.ledger.write(drive('ann'), 5, 'catalog.page.turned'))();
      await eventually(
        async () => (await bench.metric('skyshelf_bus_events_total', { outcome: 'skipped' })) === 5,
      );
      await first.close();
      // Its write does not wait for a majority, which the next process reads.
      await eventually(async () => (await cursorOf('ann')) === 5);
      await again(bench.ledger.write(drive('ann'), 1))();
      await eventually(async () => expect(await reader.versions(drive('ann'))).toEqual([6]));
      expect(bench.ledger.pulls).toBe(0);
    });

    it('goes on where another process has come to, without asking the owner', async () => {
      const bus = await again(bench.ledger.write(drive('ann'), 2))();
      await eventually(async () => expect(await reader.versions(drive('ann'))).toEqual(upTo(2)));
      // What the other one has passed.
      bench.ledger.write(drive('ann'), 3);
      const moved = await bench.db
        .collection('cursors')
        .updateOne({ drive: drive('ann'), version: 2 }, { $set: { version: 5 } });
      expect(moved.modifiedCount).toBe(1);
      await bus.publish(bench.ledger.write(drive('ann')));
      await eventually(async () => expect(await reader.versions(drive('ann'))).toEqual([1, 2, 6]));
      expect(bench.ledger.pulls).toBe(0);
    });

    it('writes down where it stands, though it was told to look again in the midst of its work', async () => {
      const bus = await bench.start();
      const reached = Promise.withResolvers<void>();
      const goOn = Promise.withResolvers<void>();
      // An effect that may happen twice: its place is written down later, together with others.
      const consumer = await bench.join(bus, {
        [written]: async () => {
          reached.resolve();
          await goOn.promise;
        },
      });
      const events = bench.ledger.write(drive('ann'), 3);
      const published = bus.publish(events.slice(0, 1));
      await reached.promise;
      await consumer.rereadCursors();
      const delivered = consumer.deliver(events);
      goOn.resolve();
      await Promise.all([published, delivered]);
      await eventually(async () => expect(await cursorOf('ann')).toBe(3));
    });

    it('writes down where it stands, though another process has stood behind it', async () => {
      const bus = await bench.start();
      await bench.join(bus, {
        [written]: async ({ version, drive: of }) => {
          if (version !== 3) return;
          const _id = `storage/catalog/${of}`;
          const theirs = { consumer: 'storage', source: 'catalog', drive: of, version: 2, at: new Date() };
          await bench.db
            .collection<{ _id: string }>('cursors')
            .updateOne({ _id }, { $setOnInsert: theirs }, { upsert: true });
        },
      });
      await bus.publish(bench.ledger.write(drive('ann'), 3));
      await eventually(async () => expect(await cursorOf('ann')).toBe(3));
    });

    /**
     * A process whose connection is cut at a moment of its handler: like its death then, nothing it does
     * after that is seen.
     */
    async function diesAt(
      moment: 'before the effect' | 'in the effect' | 'after the effect',
      events: readonly EventMessage[],
    ): Promise<void> {
      const { client, db } = await bench.otherConnection();
      const cut = Promise.withResolvers<void>();
      const die = async () => {
        await client.close(true);
        cut.resolve();
      };
      const handler: EventHandler = (event, context) =>
        reader.watched(event, context, async () => {
          if (moment === 'before the effect') await die();
          if (moment === 'in the effect') {
            await context.effect(async (session, of: Db) => {
              await of.collection('torn').insertOne({ of: event.id }, { session });
              await die();
              await of.collection('torn').insertOne({ of: event.id }, { session });
            });
          }
          await reader.write(event, context);
          await die();
        });
      const bus = await bench.start();
      await bench.join(bus, { [written]: handler }, 'storage', db);
      bus.publish(events).catch(() => undefined);
      await cut.promise;
      await bus.close();
    }

    it.each(['before the effect', 'in the effect', 'after the effect'] as const)(
      'makes each effect once when the process dies %s',
      async (moment) => {
        const events = bench.ledger.write(drive('ann'), 3);
        await diesAt(moment, events);
        await again(events)();
        await eventually(async () => expect(await reader.versions(drive('ann'))).toEqual(upTo(3)));
        expect(await bench.db.collection('torn').countDocuments()).toBe(0);
        expect(reader.calls).toHaveLength(moment === 'after the effect' ? 3 : 4);
      },
    );

    it('repeats a handler that died between its own effect and the mark, under the same id', async () => {
      const [event] = bench.ledger.write(drive('ann'));
      const { client, db } = await bench.otherConnection();
      const dead = Promise.withResolvers<void>();
      const first = await bench.start();
      const idempotent: EventHandler = async ({ id }) => {
        await bench.db
          .collection<{ _id: string }>('done')
          .updateOne({ _id: id }, { $inc: { times: 1 } }, { upsert: true });
        reader.calls.push({ id, attempt: 1 });
      };
      await bench.join(
        first,
        {
          [written]: async (...given) => {
            await idempotent(...given);
            await client.close(true);
            dead.resolve();
          },
        },
        'storage',
        db,
      );
      first.publish([event!]).catch(() => undefined);
      await dead.promise;
      await first.close();
      const second = await bench.start();
      await bench.join(second, { [written]: idempotent });
      await second.publish([event!]);
      await second.publish([event!]);
      await second.publish(bench.ledger.write(drive('ann')));
      await eventually(() => reader.calls.length === 3);
      expect(reader.calls.map(({ id }) => id)).toEqual(['catalog:ann:1', 'catalog:ann:1', 'catalog:ann:2']);
    });

    it('makes the effect of an event without an order once, over a restart, also when its handler would fail now', async () => {
      const letter = bench.ledger.writeSingle(drive('ann'));
      const first = await bench.start();
      await bench.join(first, { 'catalog.letter.sent': reader.diary });
      await first.publish([letter]);
      await eventually(async () => expect(await reader.ids(drive('ann'))).toEqual([letter.id]));
      await first.close();
      const second = await bench.start();
      let refused = 0;
      const strict: EventHandler = async (event, context) => {
        if ((await reader.ids(event.drive)).includes(event.id)) {
          refused += 1;
          throw new Error('this letter is here already');
        }
        await reader.write(event, context);
      };
      await bench.join(second, { 'catalog.letter.sent': strict });
      const next = bench.ledger.writeSingle(drive('ann'));
      await second.publish([letter]);
      await second.publish([next]);
      await eventually(async () => expect(await reader.ids(drive('ann'))).toEqual([letter.id, next.id]));
      expect(refused).toBe(1);
      expect(await listParked(bench.db)).toEqual([]);
    });

    it('makes each effect once while two processes of a service overlap', async () => {
      const events = ['ann', 'ben', 'cem'].flatMap((name) => bench.ledger.write(drive(name), 15));
      const other = await bench.otherConnection();
      const buses = await Promise.all([bench.start(), bench.start()]);
      await bench.join(buses[0], { [written]: reader.diary });
      await bench.join(buses[1], { [written]: reader.diary }, 'storage', other.db);
      await Promise.all(buses.flatMap((bus) => events.map((event) => bus.publish([event]))));
      for (const name of ['ann', 'ben', 'cem']) {
        await eventually(async () => expect(await reader.versions(drive(name))).toEqual(upTo(15)), {
          timeoutMs: 15_000,
        });
      }
    });

    it('lets running handlers finish when it stops, and begins none', async () => {
      const bus = await bench.start();
      const gate = Promise.withResolvers<void>();
      const consumer = await bench.join(bus, {
        [written]: (event, context) =>
          reader.watched(event, context, async () => {
            await gate.promise;
            await reader.write(event, context);
          }),
      });
      bus.publish(bench.ledger.write(drive('ann'), 3)).catch(() => undefined);
      await eventually(() => reader.running === 1);
      const stopped = consumer.stop();
      gate.resolve();
      await stopped;
      expect(await reader.versions(drive('ann'))).toEqual([1]);
      expect(reader.calls).toHaveLength(1);
    });
  });
}
