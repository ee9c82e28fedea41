import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { canTest, testKafka } from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sourceFlags } from '../../testing/crash/source-flags.js';
import { KafkaWire } from '../../testing/kafka/kafka-wire.js';

const MINUTE = 60_000;

describe.skipIf(!(await canTest('kafka')))('a member of a group', () => {
  let wire: KafkaWire;
  beforeAll(async () => {
    wire = new KafkaWire(await testKafka());
    await wire.admin((admin) => admin.createTopics({ topics: [{ topic: wire.topic('catalog') }] }));
  }, 3 * MINUTE);
  afterAll(() => wire.dispose(), MINUTE);

  it(
    'comes to an end though it is stopped in the moment in which the brokers change',
    async () => {
      const file = fileURLToPath(new URL('../../testing/kafka/run-stopping-member.ts', import.meta.url));
      const words = [...sourceFlags, file, JSON.stringify(wire.settings), wire.topic('catalog')];
      const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
      // It hears nothing but this when it goes round for ever.
      const giveUp = setTimeout(() => child.kill('SIGKILL'), MINUTE / 2);
      const [said] = await Promise.all([child.stdout.toArray(), once(child, 'exit')]);
      clearTimeout(giveUp);
      expect(said.join('')).toBe('stopped\n');
      expect(child).toMatchObject({ exitCode: 0, signalCode: null });
    },
    MINUTE,
  );
});
