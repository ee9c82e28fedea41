import { setTimeout as sleep } from 'node:timers/promises';
import { MongoClient, type ChangeStreamDocument, type Document } from 'mongodb';
import type { History } from '../history/history.js';
import type { EndState } from '../target/target.js';

const services = ['catalog', 'storage', 'media', 'billing'];

/** Watches all cursors of consumers from outside: one that goes back handles events a second time. */
export class CursorWatch {
  private readonly versions = new Map<string, number>();
  private readonly client: MongoClient;
  private closed = false;
  private moves = 0;

  constructor(
    { mongodbUri, databasePrefix }: EndState,
    private readonly history: History,
  ) {
    this.client = new MongoClient(mongodbUri, { appName: 'chaos-watch', serverSelectionTimeoutMS: 5_000 });
    for (const service of services) void this.follow(`${databasePrefix}skyshelf_${service}`);
  }

  /** Writes down how much was seen, so that a watch that saw nothing is told from one that found nothing. */
  note(): void {
    this.history.add({ t: 'cursors-watched', moves: this.moves });
    this.moves = 0;
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.client.close().catch(() => undefined);
  }

  /** Goes on where it was when the database comes back. */
  private async follow(database: string): Promise<void> {
    let resumeAfter: unknown;
    while (!this.closed) {
      try {
        const options = { fullDocument: 'updateLookup' as const, ...(resumeAfter ? { resumeAfter } : {}) };
        const stream = this.client.db(database).collection('cursors').watch([], options);
        for await (const change of stream) {
          resumeAfter = change._id;
          this.saw(change);
        }
      } catch {
        await sleep(300);
      }
    }
  }

  private saw(change: ChangeStreamDocument<Document>): void {
    if (change.operationType === 'delete') return void this.versions.delete(String(change.documentKey._id));
    const to =
      change.operationType === 'update'
        ? (change.updateDescription.updatedFields?.version as number | undefined)
        : change.operationType === 'insert' || change.operationType === 'replace'
          ? (change.fullDocument.version as number)
          : undefined;
    if (to === undefined || !('documentKey' in change)) return;
    this.moves += 1;
    const cursor = String(change.documentKey?._id);
    const from = this.versions.get(cursor) ?? 0;
    if (to < from) this.history.add({ t: 'cursor-back', cursor, from, to });
    this.versions.set(cursor, to);
  }
}
