import { setTimeout as pause } from 'node:timers/promises';
import { ConfigError, loadConfig, type Environment } from '@skyshelf/config';
import { kafkaConfig } from '@skyshelf/event-bus';
import { objectStoreConfig } from '@skyshelf/object-store/config';
import type { Logger } from '@skyshelf/telemetry';
import type { Db } from 'mongodb';
import {
  bucketOf,
  missingInDatabase,
  topicsOf,
  type PreparedService,
  type Servers,
} from './missing-parts.js';

const LOOK_EVERY_MS = 2_000;

/**
 * Not for Kafka, without which a start goes on, nor for a store, which a start waits for itself.
 * @throws ConfigError
 */
export async function waitUntilPrepared(
  service: PreparedService,
  { db, logger }: { db: Db; logger: Logger },
  env: Environment,
): Promise<void> {
  const { name } = service;
  const servers = {
    name,
    logger,
    kafka: loadConfig(kafkaConfig, env, { service: name }),
    objects: loadConfig(objectStoreConfig, env, { service: name }),
  };
  let reported = '';
  for (;;) {
    const missing = [
      ...(await missingInDatabase(service, db)),
      ...(await reached(missingTopics(service, servers))),
      ...(service.objects ? await reached(bucketOf(servers, { makes: false })) : []),
    ];
    if (missing.length === 0) return;
    if (missing.join() !== reported)
      logger.warn({ missing }, 'waits for `skyshelf prepare`, which makes what is missing');
    reported = missing.join();
    await pause(LOOK_EVERY_MS);
  }
}

async function missingTopics(
  { name, publishes, consumes }: PreparedService,
  servers: Servers,
): Promise<string[]> {
  const problems = await topicsOf([...(publishes ? [name] : []), ...consumes], servers, { makes: false });
  return problems.filter(({ isThere }) => !isThere).map(({ what }) => what);
}

const reached = (looked: Promise<string[]>): Promise<string[]> =>
  looked.catch((error: unknown) => {
    if (error instanceof ConfigError) throw error;
    return [];
  });
