import { refusedCertificate } from '@skyshelf/config';
import type { ServiceName } from '@skyshelf/contracts';
import { kafkaSettings, prepareTopics, type KafkaConfig, type TopicProblem } from '@skyshelf/event-bus';
import { missingOf } from '@skyshelf/event-store';
import { prepareObjectStore, type ObjectStoreConfig } from '@skyshelf/object-store';
import type { Logger } from '@skyshelf/telemetry';
import type { Db } from 'mongodb';
import { databasePlan, type PlannedService } from '../define/database-plan.js';

export interface PreparedService extends PlannedService {
  publishes: boolean;
  objects?: boolean;
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
