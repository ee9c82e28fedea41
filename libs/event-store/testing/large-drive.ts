import { argv } from 'node:process';
import type { DriveId, OpId } from '@skyshelf/contracts';
import { MongoClient } from 'mongodb';
import { readRecords } from '../src/archive/read-drive-copy.js';
import { restoreDrive } from '../src/archive/restore-drive.js';
import type { EventRecord } from '../src/drive-storage.js';
import type { ShelfEvent } from '../src/example/shelf-events.js';
import { openMongoShelf } from './open-mongo-shelf.js';

/**
 * A process that brings back a drive of large events, rebuilds it, looks for differences and reads all of it:
 * `large-drive <uri> <database> <events> <bytes of each>`. What it found goes to standard output.
 */
const [, , uri = '', name = '', events = '', bytes = ''] = argv;
const EVENTS = Number(events);
const PAGE = 4;

const drive = 'a-large-drive' as DriveId;
const recordOf = (version: number): EventRecord => {
  const data: ShelfEvent = {
    type: 'shelf.book.added',
    id: `b${version}`,
    parentId: 'root',
    name: `b${version}`,
    nameKey: `b${version}`,
    size: 1,
    tags: [],
    delta: { used: 1, count: 1 },
    isbn: String(version).padEnd(Number(bytes), 'x'),
  };
  const origin = { actor: null, trace: null, at: new Date(version) };
  const operation = { opId: `op:${version}` as OpId, hash: '', answer: null };
  return {
    id: `shelf:${drive}:${version}`,
    drive,
    version,
    type: data.type,
    schema: 1,
    data,
    ...operation,
    ...origin,
  };
};

async function* records(): AsyncGenerator<EventRecord[]> {
  for (let version = 1; version <= EVENTS; version += PAGE)
    yield Array.from({ length: Math.min(PAGE, EVENTS - version + 1) }, (_, index) =>
      recordOf(version + index),
    );
}

const client = await new MongoClient(uri).connect();
const db = client.db(name);
const store = await openMongoShelf({ client, db });
await restoreDrive(db, { drive, version: EVENTS, records: records() });
const { rows } = await store.rebuild(drive);
const difference = await store.difference(drive);
let read = 0;
for await (const page of readRecords(db, drive, EVENTS)) read += page.length;
console.log(JSON.stringify({ rows, difference, read }));
await store.close();
await client.close();
