import { canTest, testDatabase, testStack, type TestDatabase } from '@skyshelf/testing';
import type { Stack } from '@skyshelf/stack';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quietLog } from '../../testing/contract/bench.js';
import { runBrokerCampaign, type FaultKind } from '../../testing/kafka/broker-campaign.js';

/** Example: `BROKER_FAULTS=40 npx vitest run broker-faults` is a long campaign. */
const FAULTS = Number(process.env['BROKER_FAULTS'] ?? 2);
const MINUTE = 60_000;

describe.skipIf(!(await canTest('kafka')))('three brokers', () => {
  let stack: Stack;
  let database: TestDatabase;
  beforeAll(async () => {
    [stack, database] = await Promise.all([testStack({ kafka: 3 }), testDatabase('brokers')]);
  }, 5 * MINUTE);
  afterAll(async () => {
    await database?.drop();
    await stack?.wipe();
  }, MINUTE);

  it(
    `lose nothing that was acknowledged, while ${FAULTS} times one of them is killed or stopped`,
    async () => {
      const faults = Array.from({ length: FAULTS }, (_, index): FaultKind =>
        index % 2 === 0 ? 'kill' : 'pause',
      );
      const report = await runBrokerCampaign({
        kafka: stack.kafka!,
        victims: stack.servers,
        db: database.db,
        log: quietLog,
        faults,
        random: Math.random,
        progress: (line) => FAULTS > 2 && process.stderr.write(`${line}\n`),
      });
      expect(report.problems).toEqual([]);
      expect(report.faults).toHaveLength(FAULTS);
      expect(report.acknowledged).toBeGreaterThan(300 * FAULTS);
      for (const { delayMs } of report.faults) expect(delayMs).toBeLessThan(MINUTE);
    },
    (2 + FAULTS) * 2 * MINUTE,
  );
});
