import { setTimeout as pause } from 'node:timers/promises';
import { loadConfig, type Environment } from '@skyshelf/config';
import { type DriveId, nextEpoch, type ServiceName } from '@skyshelf/contracts';
import { ClosedDrives } from '@skyshelf/event-bus';
import { publishAgain, RestoreEpochs, writeEpoch } from '@skyshelf/event-store';
import { openObjectStore } from '@skyshelf/object-store';
import { objectStoreConfig } from '@skyshelf/object-store/config';
import type { Db } from 'mongodb';
import { z } from 'zod';
import { connectDatabase, databaseOf, openDatabase } from '../process/open-database.js';
import { processConfig } from '../process/process.config.js';
import type { PreparedService } from './missing-parts.js';

const { mongodbUri, mongodbCaFile, databasePrefix } = processConfig.shape;
const restoredConfig = z.object({ mongodbUri, mongodbCaFile, databasePrefix });

const NAME = 'skyshelf restored';

export interface AnnouncedRestore {
  epoch: number;
  services: ServiceName[];
  events: number;
  /** Accounts deleted after the copy, which are deleted again. */
  deleted: number;
}

export interface RestoreOptions {
  restored: readonly ServiceName[];
  now(): Date;
  signal: AbortSignal;
}

/** Consumers have received by then what was published before the copy. */
const UNDER_WAY_MS = 3_600_000;

/**
 * Begins a restore epoch, before the restored services start, and deletes accounts again that were deleted
 * after the copy. Repeatable: each time begins another epoch.
 * @throws ServiceRunsError while one of them runs; ConfigError; errors of servers that can't be reached
 */
export async function announceRestore(
  services: readonly PreparedService[],
  env: Environment,
  { restored, now, signal }: RestoreOptions,
): Promise<AnnouncedRestore> {
  const config = loadConfig(restoredConfig, env, { service: NAME });
  const client = openDatabase('restored', config);
  try {
    await connectDatabase(client, NAME, config);
    const databases = new Map(services.map(({ name }) => [name, databaseOf(client, name, config)]));
    const dbOf = (name: ServiceName): Db => databases.get(name) ?? databaseOf(client, name, config);
    for (const name of restored) await untilStopped(dbOf(name), name, signal);
    // First: where the objects can't be read, nothing has changed.
    const drives = await deletedDrives(services, env);
    const known: number[] = [];
    for (const db of databases.values()) {
      const epochs = new RestoreEpochs(db);
      await epochs.read();
      known.push(...epochs.all());
    }
    const epoch = nextEpoch(now(), known);
    // A consumer must know it before it meets an event of it.
    for (const db of databases.values()) await writeEpoch(db, restored, epoch);
    let events = 0;
    for (const { name, publishes } of services)
      if (publishes && restored.includes(name)) events += await publishAgain(dbOf(name), epoch, UNDER_WAY_MS);
    const returned = await unclosed(drives, restored.map(dbOf));
    for (const { name, recovery } of services)
      await (await recovery?.())?.recovery.deleteAgain?.(dbOf(name), returned, now());
    return { epoch, services: [...restored], events, deleted: returned.length };
  } finally {
    await client.close();
  }
}

async function deletedDrives(services: readonly PreparedService[], env: Environment): Promise<DriveId[]> {
  const drives: DriveId[] = [];
  for (const { recovery } of services) {
    const read = (await recovery?.())?.recovery.deletedDrives;
    if (!read) continue;
    const config = loadConfig(objectStoreConfig, env, { service: NAME });
    const objects = await openObjectStore(config, { service: NAME, isPrepared: true });
    try {
      drives.push(...(await read(objects)));
    } finally {
      await objects.close();
    }
  }
  return drives;
}

/** Excludes drives that have a tombstone in every database. */
async function unclosed(drives: readonly DriveId[], databases: readonly Db[]): Promise<DriveId[]> {
  const closed = await Promise.all(databases.map((db) => new ClosedDrives(db).all()));
  return drives.filter((drive) => !closed.every((each) => each.has(drive)));
}

export class ServiceRunsError extends Error {
  override name = 'ServiceRunsError';

  constructor(service: ServiceName) {
    super(
      `The service ${service} runs. Stop the restored services first: they would go on as if nothing had been.`,
    );
  }
}

/** A relay's lease lasts 15 s, so a copy may have one that no process holds. */
const LEASE_MS = 20_000;
const LOOK_MS = 1_000;

async function untilStopped(db: Db, service: ServiceName, signal: AbortSignal): Promise<void> {
  const live = { _id: /^relay\/member\//, $expr: { $gt: ['$until', '$$NOW'] } } as object;
  for (let waited = 0; (await db.collection('leases').countDocuments(live)) > 0; waited += LOOK_MS) {
    if (waited >= LEASE_MS) throw new ServiceRunsError(service);
    await pause(LOOK_MS, undefined, { signal });
  }
}
