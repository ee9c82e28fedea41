import { setTimeout } from 'node:timers/promises';
import { eventually } from '@skyshelf/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ClosedDrives } from '../../src/consumer/cursors.js';
import { Refill, resync } from '../../src/resync.js';
import type { EventHandler } from '../../src/port.js';
import { ContractBench, type BusHarness } from './bench.js';
import { drive } from './ledger.js';
import { Reader, upTo } from './reader.js';

export function deliveryContract(makeHarness: () => Promise<BusHarness>): void {
  describe('delivery', () => {
    let bench: ContractBench;
    let reader: Reader;
    beforeEach(async () => {
      bench = await ContractBench.make(await makeHarness());
      reader = new Reader(bench.db);
    });
    afterEach(() => bench.clear());
    const written = 'catalog.page.written';

    it('hands every event of a drive to a consumer once and in order', async () => {
      const bus = await bench.start();
      await bench.join(bus, { [written]: reader.diary });
      await bus.publish(bench.ledger.write(drive('ann'), 3));
      await bus.publish(bench.ledger.write(drive('ben'), 2));
      await bus.publish(bench.ledger.write(drive('ann'), 2));
      await eventually(async () => expect(await reader.versions(drive('ann'))).toEqual(upTo(5)));
      await eventually(async () => expect(await reader.versions(drive('ben'))).toEqual(upTo(2)));
      expect(bench.ledger.pulls).toBe(0);
    });

    it('handles what goes together at once, and each by itself when one fails', async () => {
      const bus = await bench.start();
      const gate = Promise.withResolvers<void>();
      let failures = 0;
      const handler: EventHandler = (event, context) =>
        reader.watched(event, context, async () => {
          await gate.promise;
          if (event.version === 3 && failures++ === 0) throw new Error('not yet');
        });
      const handlers = new Map([[written, handler]]);
      await bus.subscribe({ name: 'storage', db: bench.db, handlers, together: new Set([written]) });
      const published = bus.publish(bench.ledger.write(drive('ann'), 5));
      await eventually(() => expect(reader.mostRunning).toBeGreaterThan(1));
      gate.resolve();
      await published;
      await eventually(() => expect(new Set(reader.calls.map(({ id }) => id)).size).toBe(5));
      const after = bench.ledger.write(drive('ann'), 1);
      await bus.publish(after);
      await eventually(() => expect(reader.calls.at(-1)?.id).toBe(after[0]?.id));
    });

    it('handles what has no order at once, and again only what failed', async () => {
      const bus = await bench.start();
      const sent = 'catalog.letter.sent';
      let failures = 0;
      const handler: EventHandler = (event, context) =>
        reader.watched(event, context, async () => {
          await setTimeout(50);
          if (event.id.endsWith('-3') && failures++ === 0) throw new Error('not yet');
        });
      const handlers = new Map([[sent, handler]]);
      await bus.subscribe({ name: 'storage', db: bench.db, handlers, together: new Set([sent]) });
      const letters = Array.from({ length: 5 }, () => bench.ledger.writeSingle(drive('ann'), sent));
      await bus.publish(letters);
      await eventually(() => reader.calls.length === 6);
      expect(reader.mostRunning).toBeGreaterThan(1);
      const last = bench.ledger.writeSingle(drive('ann'), sent);
      await bus.publish([...letters, last]);
      await eventually(() => reader.calls.at(-1)?.id === last.id);
      expect(reader.calls).toHaveLength(7);
    });

    it('makes each effect once and in order when the wire repeats and reorders', async () => {
      const bus = await bench.start();
      await bench.join(bus, { [written]: reader.diary });
      const drives = ['ann', 'ben', 'cem', 'dora'].map(drive);
      const events = drives.flatMap((of) => bench.ledger.write(of, 12));
      const wire = [...events, ...events, ...events].map((event, index) => ({
        event,
        key: (index * 7919 + 13) % 101,
      }));
      wire.sort((a, b) => a.key - b.key);
      await Promise.all(wire.map(({ event }) => bus.publish([event])));
      for (const of of drives)
        await eventually(async () => expect(await reader.versions(of)).toEqual(upTo(12)));
      expect(reader.overlapped).toBe(false);
      expect(reader.calls).toHaveLength(events.length);
    });

    // 250 transactions, one after the other.
    it('fetches what got lost on the way from the owner of the events', { timeout: 90_000 }, async () => {
      const bus = await bench.start();
      await bench.join(bus, { [written]: reader.diary });
      const events = bench.ledger.write(drive('ann'), 250);
      await bus.publish(events.slice(0, 2));
      await bus.publish(events.slice(-1));
      await eventually(async () => expect(await reader.versions(drive('ann'))).toEqual(upTo(250)), {
        timeoutMs: 60_000,
      });
      expect(await bench.metric('skyshelf_bus_gaps_total', { source: 'catalog' })).toBeGreaterThanOrEqual(3);
    });

    it('gives an event without an order once, by its id, and forgets it after 14 days', async () => {
      const bus = await bench.start();
      await bench.join(bus, { 'catalog.letter.sent': reader.diary });
      const letter = bench.ledger.writeSingle(drive('ann'));
      await Promise.all([bus.publish([letter]), bus.publish([letter]), bus.publish([letter])]);
      const next = bench.ledger.writeSingle(drive('ann'));
      await bus.publish([next, letter]);
      await eventually(async () => expect(await reader.ids(drive('ann'))).toEqual([letter.id, next.id]));
      const indexes = await bench.db.collection('seen').indexes();
      expect(indexes).toContainEqual(
        expect.objectContaining({ key: { at: 1 }, expireAfterSeconds: 14 * 86_400 }),
      );
    });

    it('passes over the events of a drive that was closed for good, and notes nothing of them', async () => {
      await new ClosedDrives(bench.db).add(drive('gone'));
      const bus = await bench.start();
      const letters = 'catalog.letter.sent';
      await bench.join(bus, { [written]: reader.diary, [letters]: reader.diary });
      const late = bench.ledger.write(drive('gone'), 5).slice(3);
      await bus.publish([...late, bench.ledger.writeSingle(drive('gone'))]);
      await bus.publish(bench.ledger.write(drive('ann'), 1));
      await eventually(async () => expect(await reader.versions(drive('ann'))).toEqual(upTo(1)));
      const skipped = () => bench.metric('skyshelf_bus_events_total', { outcome: 'skipped' });
      await eventually(async () => expect(await skipped()).toBeGreaterThanOrEqual(3));
      for (const name of ['cursors', 'seen', 'parked', 'diary'])
        for (const found of await bench.db.collection(name).find().toArray())
          expect(JSON.stringify(found), name).not.toContain('gone');
    });

    it('moves the cursor after a handler whose effect is its own affair', async () => {
      const bus = await bench.start();
      await bench.join(bus, {
        [written]: (event, context) => reader.watched(event, context, async () => undefined),
      });
      const events = bench.ledger.write(drive('ann'), 2);
      await bus.publish(events);
      await bus.publish(events);
      await bus.publish(bench.ledger.write(drive('ann')));
      await eventually(() => reader.calls.length === 3);
      expect(reader.calls.map(({ id }) => id)).toEqual(upTo(3).map((version) => `catalog:ann:${version}`));
    });

    it('skips types it has no handler for, counts them, and keeps its place', async () => {
      const bus = await bench.start();
      await bench.join(bus, { [written]: reader.diary });
      await bus.publish(bench.ledger.write(drive('ann'), 1));
      await bus.publish(bench.ledger.write(drive('ann'), 100, 'catalog.page.turned'));
      await bus.publish([bench.ledger.writeSingle(drive('ann'))]);
      await bus.publish(bench.ledger.write(drive('ann'), 1));
      await eventually(async () => expect(await reader.versions(drive('ann'))).toEqual([1, 102]));
      expect(await bench.metric('skyshelf_bus_events_total', { outcome: 'skipped' })).toBe(101);
      expect(bench.ledger.pulls).toBe(0);
    });

    it('gives a handler only the fields it knows', async () => {
      const bus = await bench.start();
      const seen: unknown[] = [];
      await bench.join(bus, { 'catalog.quota.changed': async ({ data }) => void seen.push(data) });
      const [event] = bench.ledger.write(drive('ann'), 1, 'catalog.quota.changed');
      await bus.publish([
        { ...event!, data: { type: 'catalog.quota.changed', quota: 5, colour: 'new in a later version' } },
      ]);
      await eventually(() => seen.length === 1);
      expect(seen).toEqual([{ type: 'catalog.quota.changed', quota: 5 }]);
    });

    it('keeps the place of each consumer on its own', async () => {
      const bus = await bench.start();
      await bench.join(bus, { [written]: reader.diary }, 'storage');
      await bus.publish(bench.ledger.write(drive('ann'), 2));
      await eventually(async () => expect(await reader.versions(drive('ann'))).toEqual(upTo(2)));
      const calls: string[] = [];
      await bench.join(bus, { [written]: async ({ id }) => void calls.push(id) }, 'media');
      await bus.publish(bench.ledger.write(drive('ann')));
      await eventually(() => calls.length === 3);
      await eventually(async () => expect(await reader.versions(drive('ann'))).toEqual(upTo(3)));
    });

    it('runs drives side by side, up to the bound, and one drive never twice', async () => {
      const bus = await bench.start({ concurrency: 2 });
      const gate = Promise.withResolvers<void>();
      await bench.join(bus, {
        [written]: (event, context) => reader.watched(event, context, () => gate.promise),
      });
      const published = ['ann', 'ben', 'cem', 'dora'].map((name) =>
        bus.publish(bench.ledger.write(drive(name), 3)),
      );
      await eventually(() => reader.running === 2);
      // Time enough for the others to come, if they were let.
      for (let turn = 0; turn < 30; turn += 1) await bench.db.command({ ping: 1 });
      gate.resolve();
      await Promise.all(published);
      await eventually(() => reader.calls.length === 12);
      expect(reader.mostRunning).toBe(2);
      expect(reader.overlapped).toBe(false);
    });

    it('lets listeners of live events hear of their types until they leave', async () => {
      const bus = await bench.start();
      const heard: string[] = [];
      const leave = bus.tap([written], ({ id }) => void heard.push(id));
      bus.tap([written], () => {
        throw new Error('a listener that fails disturbs no one');
      });
      await eventually(async () => {
        await bus.publish(bench.ledger.write(drive('ann')));
        return heard.length > 0;
      });
      await bus.publish(bench.ledger.write(drive('ann'), 1, 'catalog.page.turned'));
      leave();
      const before = heard.length;
      await bus.publish(bench.ledger.write(drive('ann')));
      expect(heard).toHaveLength(before);
      expect(
        bench.ledger.events.filter(({ id }) => heard.includes(id)).every(({ type }) => type === written),
      ).toBe(true);
    });

    it('refills a consumer that lacks events from their owner', async () => {
      const bus = await bench.start();
      const consumer = await bench.join(bus, {
        [written]: reader.diary,
        'catalog.letter.sent': reader.diary,
      });
      const [first] = bench.ledger.write(drive('ann'), 5);
      const letter = bench.ledger.writeSingle(drive('cem'));
      bench.ledger.write(drive('ben'), 3);
      await bus.publish([first!]);
      await bus.publish([letter]);
      await eventually(async () => expect(await reader.ids(drive('cem'))).toEqual([letter.id]));
      expect(await resync({ consumer, source: bench.ledger, page: 4 })).toEqual({
        read: 9,
        last: 'catalog:ben:3',
      });
      expect(await reader.versions(drive('ann'))).toEqual(upTo(5));
      expect(await reader.versions(drive('ben'))).toEqual(upTo(3));
      expect(await reader.ids(drive('cem'))).toEqual([letter.id]);
    });

    it('refills a running consumer whose database was replaced by an older one', async () => {
      const bus = await bench.start();
      const consumer = await bench.join(bus, { [written]: reader.diary });
      await bus.publish(bench.ledger.write(drive('ann'), 5));
      await eventually(async () => expect(await reader.versions(drive('ann'))).toEqual(upTo(5)));
      for (const name of ['diary', 'diary-length', 'cursors']) await bench.db.collection(name).deleteMany({});
      await resync({ consumer, source: bench.ledger });
      expect(await reader.versions(drive('ann'))).toEqual(upTo(5));
    });

    it('refills page by page for an operator who keeps the place, and may repeat a page', async () => {
      const bus = await bench.start();
      await bench.join(bus, { [written]: reader.diary });
      await bus.publish(bench.ledger.write(drive('ann'), 5));
      await eventually(async () => expect(await reader.versions(drive('ann'))).toEqual(upTo(5)));
      for (const name of ['diary', 'diary-length', 'cursors']) await bench.db.collection(name).deleteMany({});
      const refill = new Refill({ bus, consumer: 'storage', sourceOf: () => bench.ledger });
      const page = (after: string | null) => refill.page({ run: 'r', source: 'catalog', after, limit: 3 });
      expect(await page(null)).toEqual({ read: 3, last: 'catalog:ann:3' });
      expect(await page(null)).toEqual({ read: 3, last: 'catalog:ann:3' });
      expect(await page('catalog:ann:3')).toEqual({ read: 2, last: 'catalog:ann:5' });
      expect(await page('catalog:ann:5')).toEqual({ read: 0, last: 'catalog:ann:5' });
      expect(await reader.versions(drive('ann'))).toEqual(upTo(5));
      const elsewhere = new Refill({ bus, consumer: 'media', sourceOf: () => bench.ledger });
      await expect(
        elsewhere.page({ run: 'r', source: 'catalog', after: null, limit: 3 }),
      ).rejects.toMatchObject({ code: 'service.unavailable' });
    });
  });
}
