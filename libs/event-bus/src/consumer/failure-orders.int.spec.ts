import { DomainError, type DriveId, type EventMessage } from '@skyshelf/contracts';
import { eventually } from '@skyshelf/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ContractBench, quickOptions } from '../../testing/contract/bench.js';
import { drive } from '../../testing/contract/ledger.js';
import { Reader } from '../../testing/contract/reader.js';
import { createInProcessBus } from '../in-process-bus.js';
import type { EventBus, EventHandler } from '../port.js';
import { dropParked, listParked, retryParked } from './parked.js';

/** `FAILURE_ORDERS=20000 npx vitest run failure-orders` for more. */
const ORDERS = Number(process.env['FAILURE_ORDERS'] ?? 48);
const ORDERS_AT_ONCE = 24;
const { tries } = quickOptions.retry;
const written = 'catalog.page.written';

const trouble = fc.record({
  failures: fc.oneof(
    { weight: 6, arbitrary: fc.constant(0) },
    { weight: 3, arbitrary: fc.integer({ min: 1, max: tries - 1 }) },
    { weight: 2, arbitrary: fc.integer({ min: tries, max: tries + 2 }) },
  ),
  when: fc.constantFrom('before the effect', 'in the effect', 'outage'),
});
type Trouble = typeof trouble extends fc.Arbitrary<infer T> ? T : never;

/** The events of one drive: what fails, in which order and how often the wire brings them, what an operator does. */
const order = fc.record({
  troubles: fc.array(trouble, { minLength: 1, maxLength: 6 }),
  wire: fc.array(fc.nat(5), { maxLength: 9 }),
  restartAfter: fc.option(fc.nat(8)),
  operator: fc.constantFrom('retry', 'drop'),
});
type Order = typeof order extends fc.Arbitrary<infer T> ? T : never;

let bench: ContractBench;
let reader: Reader;
const buses: EventBus[] = [];
const left = new Map<string, Trouble>();
let drives = 0;

const handler: EventHandler = (event, context) =>
  reader.watched(event, context, async () => {
    const planned = left.get(event.id);
    if (!planned || planned.failures === 0) return reader.write(event, context);
    planned.failures -= 1;
    if (planned.when === 'outage') throw new DomainError('service.unavailable');
    if (planned.when === 'before the effect') throw new Error('not yet');
    return context.effect(async (session, db) => {
      await db.collection('half').insertOne({ of: event.id }, { session });
      throw new Error('not yet');
    });
  });

/** Restarts of a bus run one after the other. */
let restarts = Promise.resolve();
async function restart(index: number): Promise<void> {
  restarts = restarts.then(async () => {
    await buses[index]?.close();
    const bus = await bench.start();
    await bench.join(bus, { [written]: handler });
    buses[index] = bus;
  });
  await restarts;
}

beforeAll(async () => {
  bench = await ContractBench.make({
    open: async (options) => createInProcessBus(options),
    dispose: async () => undefined,
  });
  reader = new Reader(bench.db);
  // Of 20,000 orders it would read all entries at each look.
  await bench.db.collection('diary').createIndex({ drive: 1, place: 1 });
  await restart(0);
  await restart(1);
});
afterAll(() => bench.clear());

/** @throws when an effect is missing before a later one, or happened twice */
async function effectsOf(of: DriveId, dropped: ReadonlySet<number>): Promise<number[]> {
  const versions = (await reader.versions(of)).map(Number);
  const inOrder = Array.from({ length: versions.at(-1) ?? 0 }, (_, index) => index + 1);
  const expected = inOrder.filter((each) => !dropped.has(each) || versions.includes(each));
  expect(versions, `effects of drive ${of}, dropped are ${[...dropped].join()}`).toEqual(expected);
  return versions;
}

function publish(index: number, event: EventMessage | undefined): void {
  if (event) buses[index]?.publish([event]).catch(() => undefined);
}

/** @returns the versions dropped */
async function operate(of: DriveId, operator: Order['operator']): Promise<number[]> {
  const parked = (await listParked(bench.db)).filter((each) => each.drive === of && each.request === null);
  const dropped: number[] = [];
  for (const { id, event, version } of parked)
    if (operator === 'retry') await retryParked(bench.db, id);
    else if (await dropParked(bench.db, id, event.id)) dropped.push(version ?? 0);
  return dropped;
}

async function passes({ troubles, wire, restartAfter, operator }: Order): Promise<void> {
  const of = drive(`d${drives++}`);
  const events = bench.ledger.write(of, troubles.length);
  for (const [index, trouble] of troubles.entries()) left.set(events[index]?.id ?? '', { ...trouble });
  const home = drives % buses.length;
  for (const [index, at] of wire.entries()) {
    if (index === restartAfter) await restart(home);
    publish(home, events[at % events.length]);
  }
  const dropped = new Set<number>();
  const lookAgain = async (): Promise<Error | null | false> => {
    // The relay repeats what was not passed, and partitions move to another process.
    for (const event of events) publish(1 - home, event);
    for (const version of await operate(of, operator)) dropped.add(version);
    const effects = await effectsOf(of, dropped).catch((error: Error) => error);
    if (effects instanceof Error) return effects;
    return new Set([...effects, ...dropped]).size === events.length && null;
  };
  const wrong = await eventually(lookAgain, { timeoutMs: 60_000, intervalMs: 60 });
  if (wrong) throw wrong;
}

it(
  'makes each effect once and in order, whatever fails, repeats and restarts in whatever order',
  { timeout: 60_000 + ORDERS * 1000 },
  async () => {
    const orders = fc.array(order, { minLength: ORDERS_AT_ONCE, maxLength: ORDERS_AT_ONCE });
    await fc.assert(
      fc.asyncProperty(orders, async (its) => void (await Promise.all(its.map(passes)))),
      { numRuns: Math.ceil(ORDERS / ORDERS_AT_ONCE), endOnFailure: true },
    );
    expect(await bench.db.collection('half').countDocuments()).toBe(0);
  },
);
