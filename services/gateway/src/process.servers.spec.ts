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
    // One after the other: who is ready then has been live before.
    const look = async () => {
      const ready = await fetch(`${address}/health/ready`);
      const health = await fetch(`${address}/health`);
      const { checks } = (await health.json()) as { checks: Record<string, { status: string }> };
      return { ready: ready.status, live: checks['gateway.live']?.status };
    };
    try {
      const seen = new Set<string>();
      const isReady = async () => {
        const { ready, live } = await look();
        seen.add(`${ready} ${live}`);
        return ready === 200;
      };
      await eventually(isReady, { timeoutMs: 60_000 });
      expect([...seen].filter((each) => each.startsWith('200'))).toEqual(['200 ok']);
    } finally {
      await stop();
      keys.remove();
      await database.drop();
      await drop();
    }
  },
);
