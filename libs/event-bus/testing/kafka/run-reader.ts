import { MongoClient } from 'mongodb';
import { quietLog } from '../contract/bench.js';
import { createKafkaBus } from '../../src/kafka/kafka-bus.js';
import type { KafkaSettings } from '../../src/kafka/kafka-settings.js';
import { diarist } from './traffic.js';

// A replica of the consumer of a test's traffic, in a process that may be killed. On SIGTERM it leaves in order.
const [uri = '', kafka = ''] = process.argv.slice(2);
// By the name, transactions are known that a killed process has left open.
const client = await new MongoClient(uri, { appName: 'replicas' }).connect();
const bus = createKafkaBus({
  ...(JSON.parse(kafka) as KafkaSettings),
  logger: quietLog,
  clock: { now: () => new Date() },
  joinTimeoutMs: 60_000,
});
await bus.subscribe(diarist(client.db()));
process.stdout.write('ready\n');
process.once('SIGTERM', () => {
  void bus
    .close()
    .then(() => client.close())
    .then(() => process.exit(0));
});
