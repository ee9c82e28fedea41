import { setTimeout as sleep } from 'node:timers/promises';
import type { DriveId, ServiceName } from '@skyshelf/contracts';
import type { EventBus } from '@skyshelf/event-bus';
import { databaseName, type Peers } from '@skyshelf/http';
import type { Db, MongoClient } from 'mongodb';

/** What the operator's commands work on: the services, asked by their internal routes, and their databases. */
export interface Installation {
  peers: Pick<Peers, 'json'>;
  db(service: ServiceName): Db;
  now(): Date;
  pause(ms: number): Promise<void>;
  /** The running consumers; without them requests wait for their next look-round, and nothing can be refilled. */
  bus: Pick<EventBus, 'consumer'> | null;
}

/** The services whose drives are streams. */
export const streamServices = ['catalog', 'billing'] as const satisfies ServiceName[];
/** The services that publish events. */
export const publishers = [
  'gateway',
  'catalog',
  'storage',
  'media',
  'billing',
] as const satisfies ServiceName[];

export interface InstallationParts {
  /** The ways to the services: in process, or over HTTP with the installation's secret. */
  peers: Pick<Peers, 'json'>;
  client: MongoClient;
  /** As SKYSHELF_DATABASE_PREFIX; default none. */
  databasePrefix?: string;
  bus?: EventBus;
}

/** An installation as it is reached from here. */
export const createInstallation = ({
  peers,
  client,
  databasePrefix = '',
  bus,
}: InstallationParts): Installation => ({
  peers,
  db: (service) => client.db(databaseName(service, databasePrefix)),
  now: () => new Date(),
  pause: (ms) => sleep(ms),
  bus: bus ?? null,
});

/** All drives that a service has ever written. */
export async function drivesOf({ peers }: Installation, service: ServiceName): Promise<DriveId[]> {
  return (await peers.json<{ drives: DriveId[] }>(service, '/internal/drives')).drives;
}
