import { startServiceProcess } from '@skyshelf/service';
import { services } from '@skyshelf/services';
import { canTest, runUri, testDatabase, testKafka, testS3 } from '@skyshelf/testing';
import { testKeyFile } from '@skyshelf/tokens/testing';
import { expect, it } from 'vitest';
import { silentCaller } from '../report.js';
import { runPrepare } from './run-prepare.js';

it.skipIf(!(await canTest('kafka')) || !(await canTest('versitygw')))(
  'makes what the services need on MongoDB, Kafka and an S3 store; then they start and make nothing',
  { timeout: 180_000 },
  async () => {
    const database = await testDatabase('prepared');
    for (const name of Object.keys(services)) database.sibling(`skyshelf_${name}`);
    const kafka = await testKafka();
    const s3 = await testS3();
    const keys = testKeyFile();
    const env: Record<string, string> = {
      MONGODB_URI: runUri(),
      SKYSHELF_DATABASE_PREFIX: `${database.name}_`,
      KAFKA_BROKERS: kafka.brokers.join(),
      KAFKA_TOPIC_PREFIX: kafka.topicPrefix,
      KAFKA_USERNAME: kafka.sasl.username,
      KAFKA_PASSWORD: kafka.sasl.password,
      ...{ KAFKA_PARTITIONS: '2', KAFKA_REPLICATION: '1', PUBLIC_URL: 'https://shelf.example' },
      S3_ENDPOINT: s3.endpoint,
      S3_BUCKET: s3.bucket,
      S3_ACCESS_KEY: s3.accessKey,
      S3_SECRET_KEY: s3.secretKey,
      SKYSHELF_KEYS_FILE: keys.path,
      SKYSHELF_PREPARED: 'true',
      LOG_LEVEL: 'silent',
    };
    const run = (check: boolean, more = {}) => runPrepare({ ...env, ...more }, { check }, silentCaller);
    try {
      const checked = await run(true);
      expect(checked.exitCode).toBe(1);
      expect(checked.missing).toEqual(
        expect.arrayContaining([
          `topic ${kafka.topicPrefix}.catalog`,
          `bucket ${s3.bucket}`,
          `bucket ${s3.bucket}: leave for pages of https://shelf.example to PUT parts (CORS)`,
        ]),
      );
      expect(checked.text).toContain(`missing  ${database.name}_skyshelf_catalog: events: stream`);
      const starting = startServiceProcess(services.storage, { env });
      expect(await run(false)).toMatchObject({ exitCode: 0, missing: checked.missing, left: [] });
      const { address, stop } = await starting;
      expect((await fetch(`${address}/health/ready`)).status).toBe(200);
      await stop();
      expect(await run(true)).toMatchObject({
        exitCode: 0,
        text: 'All that the services need is there.',
      });
      const grown = { KAFKA_PARTITIONS: '3' };
      expect((await run(true, grown)).left).toContain(
        `topic ${kafka.topicPrefix}.catalog: 2 of 3 partitions`,
      );
      expect(await run(false, grown)).toMatchObject({ exitCode: 0, left: [] });
    } finally {
      keys.remove();
      await database.drop();
      await kafka.drop();
    }
  },
);
