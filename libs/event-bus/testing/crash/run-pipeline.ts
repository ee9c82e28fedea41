import { MongoClient } from 'mongodb';
import type { BusOptions } from '../../src/bus-options.js';
import { createKafkaBus } from '../../src/kafka/kafka-bus.js';
import type { KafkaSettings } from '../../src/kafka/kafka-settings.js';
import { Pipeline } from './pipeline.js';

// A process that writes, relays and consumes until it is killed. It says each acknowledged command on a line
// of its own.
const [uri = '', name = '', kafka = ''] = process.argv.slice(2);
const client = await new MongoClient(uri, { appName: 'pipeline' }).connect();
const settings = JSON.parse(kafka) as KafkaSettings;
const replica = `process-${process.pid}`;
const open = async (options: BusOptions) =>
  createKafkaBus({ ...options, ...settings, replica, joinTimeoutMs: 60_000 });
const pipeline = await Pipeline.start(client, name, open, replica);
process.stdout.write('ready\n');
await pipeline.writeUntil(new AbortController().signal, (drive) => process.stdout.write(`${drive}\n`));
