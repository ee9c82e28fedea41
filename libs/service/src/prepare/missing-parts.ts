import { setTimeout as pause } from 'node:timers/promises';
import { ConfigError, type Environment, loadConfig, refusedCertificate } from '@skyshelf/config';
import type { ServiceName } from '@skyshelf/contracts';
import {
  kafkaConfig,
  type KafkaConfig,
  kafkaSettings,
  prepareTopics,
  type TopicProblem,
} from '@skyshelf/event-bus';
import { missingOf } from '@skyshelf/event-store';
import { type ObjectStoreConfig, prepareObjectStore } from '@skyshelf/object-store';
import type { Logger } from '@skyshelf/telemetry';
import type { Db } from 'mongodb';
import { objectStoreConfig } from '@skyshelf/object-store/config';
import { databasePlan, type PlannedService } from '../define/database-plan.js';
import type { Recovery } from '../define/recovery.js';

export interface PreparedService extends PlannedService {
  publishes: boolean;
  objects?: boolean;
  recovery?(): Promise<{ recovery: Recovery }>;
}

export interface Servers {
  name: string;
  kafka: KafkaConfig;
  objects: ObjectStoreConfig;
  /** Allowed to send parts of files to the store. */
  pageUrl?: string | undefined;
  logger: Logger;
}

export const missingInDatabase = async (service: PreparedService, db: Db): Promise<string[]> =>
  (await missingOf(db, await databasePlan(service))).map((each) => `${db.databaseName}: ${each}`);

/** @returns what is not as it should be */
export async function topicsOf(
  services: readonly ServiceName[],
  { name, kafka, logger }: Servers,
  { makes }: { makes: boolean },
): Promise<TopicProblem[]> {
  if (kafka.kafkaBrokers.length === 0) return [];
  const settings = { ...kafkaSettings(kafka, name), replica: name, makesTopics: makes };
  return prepareTopics(services, settings, logger).catch((error: unknown) => {
    throw refusedCertificate(name, 'KAFKA_CA_FILE', kafka.kafkaCaFile, error);
  });
}

/** @returns what was made, or is missing */
export const bucketOf = (
  { name, objects, pageUrl }: Servers,
  { makes }: { makes: boolean },
): Promise<string[]> => prepareObjectStore(objects, { service: name, pageUrl, makes });

const LOOK_EVERY_MS = 2_000;

/**
 * Waits for all but Kafka, without which a start continues, and a store, for which a start waits itself.
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
