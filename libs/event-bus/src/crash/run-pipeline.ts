import { MongoClient } from 'mongodb';
import { Pipeline } from './pipeline.js';

// A process that writes, relays and consumes until it is killed. It says each acknowledged command on a line of its own.
const [uri = '', name = ''] = process.argv.slice(2);
const client = await new MongoClient(uri).connect();
const pipeline = await Pipeline.start(client, name);
process.stdout.write('ready\n');
await pipeline.writeUntil(new AbortController().signal, (drive) => process.stdout.write(`${drive}\n`));
