import { DomainError, type CatalogEvent, type DriveId, type OpId } from '@skyshelf/contracts';
import { createMemoryDriveStore } from '@skyshelf/event-store';
import { createMemoryJobs, type JobQueue } from '@skyshelf/jobs';
import { createStatementSigner } from '@skyshelf/tokens';
import type { Account, Catalog } from '#src/application/catalog.js';
import { driveStoreOptions } from '#src/infrastructure/drive-store.js';
import { memoryOpenCounts } from './memory-open-counts.js';

/** A drive in memory, as the tests of the rules see it. */
export interface TestDrive {
  catalog: Catalog;
  account: Account;
  clock: { now(): Date; advance(ms: number): void };
  /** The jobs that its commands have entered; given to its store. */
  jobs: JobQueue<never>;
  /** A new intention each. */
  opId(): OpId;
  events(after?: number): Promise<CatalogEvent[]>;
  /** Makes facts the past. */
  given(...events: CatalogEvent[]): Promise<void>;
}

/** The request of a test to a drive. */
export type Ask = (drive: TestDrive) => Promise<unknown>;

/** The hosts that an operator would configure. */
export const testVideoHosts = { viewkeyvideo: ['viewkey.example'], embedframevideo: ['frames.example'] };

const start = Date.parse('2026-03-01T12:00:00.000Z');

/** A drive in memory, at a time that stands still. */
export function testDrive({ trashDays = 0 }: { trashDays?: number } = {}): TestDrive {
  let time = start;
  let last = 0;
  const clock = { now: () => new Date(time), advance: (ms: number) => void (time += ms) };
  const ids = { next: () => `id-${(last += 1)}` };
  const jobs = createMemoryJobs({ clock, worker: 'test' });
  const store = createMemoryDriveStore({ ...driveStoreOptions({ clock, ids }), jobs });
  return driveIn(store, { clock, ids }, undefined, jobs, trashDays);
}

/** A drive in any store. */
export function driveIn(
  store: Catalog['store'],
  { clock, ids }: Pick<TestDrive, 'clock'> & Pick<Catalog, 'ids'>,
  drive = 'drive-of-alice' as DriveId,
  jobs: JobQueue<never> = createMemoryJobs({ clock, worker: 'test' }),
  trashDays = 0,
): TestDrive {
  const signer = createStatementSigner(() => ['a signing secret for the tests only']);
  const settings = {
    refusedExtensions: new Set(['txt', 'js']),
    maxChangesBehind: 1000,
    videoHosts: testVideoHosts,
    trashDays,
  };
  const opens = memoryOpenCounts();
  const depths = { wake: () => undefined };
  const longCommands = { wake: () => undefined };
  const files = { open: () => Promise.reject(new DomainError('file.not-found')) };
  const catalog: Catalog = { store, clock, ids, signer, settings, opens, depths, longCommands, files };
  const account: Account = { sub: 'local|alice', drive };
  const opId = () => `op:${ids.next()}` as OpId;
  const happen = (event: CatalogEvent) =>
    store.withDrive(
      drive,
      opId(),
      { name: 'given', payload: event, read: async () => null, decide: () => ({ event, answer: null }) },
      { actor: account.sub, trace: null },
    );
  return {
    catalog,
    account,
    clock,
    jobs,
    opId,
    events: async (after = 0) => (await store.events(drive, after, 10_000)).map(({ data }) => data),
    given: async (...events) => {
      for (const event of events) await happen(event);
    },
  };
}

/** The subject of `scenario()` of libs/testing: given facts, when a command comes, then facts. */
export function catalogSubject(): {
  seed(events: readonly CatalogEvent[]): Promise<void>;
  run(ask: Ask): Promise<CatalogEvent[]>;
} {
  const drive = testDrive();
  return {
    seed: (events) => drive.given(...events),
    run: async (ask) => {
      const version = await drive.catalog.store.version(drive.account.drive);
      await ask(drive);
      return drive.events(version);
    },
  };
}
