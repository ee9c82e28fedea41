import { startServiceProcess } from '@skyshelf/service';
import { canTest, eventually, testDatabase, testKafka } from '@skyshelf/testing';
import { testKeyFile } from '@skyshelf/tokens/testing';
import { expect, it } from 'vitest';
import { gateway } from './gateway.service.js';
import { environmentOf } from '../testing/process-environment.js';

it.skipIf(!(await canTest('kafka')))(
  'takes requests from the moment that it hears live changes',
  { timeout: 180_000 },
  async () => {
    const { brokers, sasl, topicPrefix, drop } = await testKafka();
    const database = await testDatabase('alone');
    database.sibling('skyshelf_gateway');
    const keys = testKeyFile();
    const { address, stop } = await startServiceProcess(gateway, {
      env: {
        ...environmentOf(database, keys),
        KAFKA_BROKERS: brokers.join(),
        KAFKA_USERNAME: sasl.username,
        KAFKA_PASSWORD: sasl.password,
        KAFKA_TOPIC_PREFIX: topicPrefix,
        KAFKA_PARTITIONS: '2',
        KAFKA_REPLICATION: '1',
      },
    });
    const live = async () => {
      const [ready, health] = await Promise.all([
        fetch(`${address}/health/ready`),
        fetch(`${address}/health`),
      ]);
      const { checks } = (await health.json()) as { checks: Record<string, { status: string }> };
      return { ready: ready.status, live: checks['gateway.live']?.status };
    };
    try {
      // It may hear them by now: but it is never ready without.
      expect([
        { ready: 503, live: 'failed' },
        { ready: 200, live: 'ok' },
      ]).toContainEqual(await live());
      await eventually(async () => expect(await live()).toEqual({ ready: 200, live: 'ok' }), {
        timeoutMs: 60_000,
      });
    } finally {
      await stop();
      keys.remove();
      await database.drop();
      await drop();
    }
  },
);
