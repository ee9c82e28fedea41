import { writeSync } from 'node:fs';
import { argv } from 'node:process';
import type { DriveId, OpId } from '@skyshelf/contracts';
import { MongoClient } from 'mongodb';
import { addBook, rename, type ShelfCommand } from '../src/example/shelf-commands.js';
import { remove } from '../src/example/shelf-tree-commands.js';
import { openMongoShelf } from './open-mongo-shelf.js';
import { codeOf, origin } from './open-shelf.js';

/**
 * A process that writes until it is killed: `crash-writer <uri> <database> <round> <drive,drive,…>`. Its
 * journal goes to standard output, a line before each command and one after its answer, in one write each, so
 * that a kill leaves no half truth.
 */
const [, , uri = '', name = '', round = '', drives = ''] = argv;
const WRITERS = 8;

const client = await new MongoClient(uri, {
  appName: 'skyshelf-crash',
  serverSelectionTimeoutMS: 1_000,
}).connect();
const store = await openMongoShelf({ client, db: client.db(name) });
const journal = (mark: 'sent' | 'answered', opId: string, rest: unknown): number =>
  writeSync(1, `${JSON.stringify([mark, opId, rest])}\n`);

/** Of every four commands two add, one renames and one removes what the same writer made before. */
function commandOf(book: (n: number) => string, n: number): ShelfCommand<unknown, unknown> {
  if (n % 4 === 2) return rename(book(n - 1), `renamed ${book(n - 1)}`);
  if (n % 4 === 3) return remove(book(n - 3));
  return addBook({ name: book(n), id: book(n), size: 1 });
}

async function write(writer: number, drive: DriveId): Promise<never> {
  const book = (n: number) => `r${round}w${writer}n${n}`;
  for (let n = 0; ; n += 1) {
    const opId = `op:${book(n)}` as OpId;
    journal('sent', opId, drive);
    for (let answer: unknown = 'drive.busy'; answer === 'drive.busy';) {
      answer = await store.withDrive(drive, opId, commandOf(book, n), origin).catch(codeOf);
      if (answer !== 'drive.busy') journal('answered', opId, answer);
    }
  }
}

const all = drives.split(',') as DriveId[];
await Promise.all(
  Array.from({ length: WRITERS }, (_, writer) => write(writer, all[writer % all.length] as DriveId)),
);
