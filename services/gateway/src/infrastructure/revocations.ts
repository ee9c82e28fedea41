import { setTimeout as pause } from 'node:timers/promises';
import type { OnModuleDestroy } from '@nestjs/common';
import type { OnServicePrepared } from '@skyshelf/service';
import type { ChangeStream, ChangeStreamDocument, ResumeToken } from 'mongodb';
import type { Clock } from '@skyshelf/tokens';
import type { Logger } from '@skyshelf/telemetry';
import type { RevokedSessions } from '../application/gateway.js';
import type { SessionDocument, Sessions } from './sessions.js';

/** A longer silence of the database refuses tokens (docs/architecture.md, accounts and tokens). */
export const MAX_BEHIND_MS = 60_000;

/** The server holds an empty answer back for so long, milliseconds; a stop may wait for it. */
const WAIT_MS = 250;
/** A session is revoked later; the end of a scope's generation is inserted as it is. */
const changed = [
  {
    $match: {
      $or: [
        { operationType: 'update', 'updateDescription.updatedFields.revokedAt': { $type: 'date' } },
        { operationType: 'insert', 'fullDocument.revokedAt': { $type: 'date' } },
      ],
    },
  },
];

/**
 * No request asks the database. Each answer of the change stream, even an empty one, proves that the list is
 * current.
 */
export class Revocations implements RevokedSessions, OnServicePrepared, OnModuleDestroy {
  readonly #revoked = new Map<string, number>();
  readonly #listeners = new Set<(sid: string) => void>();
  #inTouch = -Infinity;
  #stopping = false;
  #following: Promise<void> = Promise.resolve();
  #stream: ChangeStream<SessionDocument> | null = null;
  #resume: ResumeToken = null;

  constructor(
    private readonly sessions: Sessions,
    private readonly clock: Clock,
    private readonly logger: Logger,
    private readonly monotonic: () => number = () => performance.now(),
  ) {}

  async onServicePrepared(): Promise<void> {
    await this.#connect();
    this.#following = this.#follow();
  }

  async onModuleDestroy(): Promise<void> {
    this.#stopping = true;
    await this.#stream?.close().catch(() => {});
    await this.#following;
  }

  has(sid: string): boolean {
    return this.#revoked.has(sid);
  }

  get stale(): boolean {
    return this.monotonic() - this.#inTouch > MAX_BEHIND_MS;
  }

  add(sid: string, expires: number): void {
    if (this.#revoked.has(sid)) return;
    this.#revoked.set(sid, expires);
    for (const listener of this.#listeners) listener(sid);
  }

  onRevoked(listener: (sid: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Watches from the time when the list was read or the stream broke off, so that nothing is missed. */
  async #connect(): Promise<void> {
    const from = this.#resume
      ? { resumeAfter: this.#resume }
      : { startAtOperationTime: await this.sessions.now() };
    if (!this.#resume) {
      const now = this.clock.now();
      for (const { sid, expires } of await this.sessions.revoked(now)) this.add(sid, expires.getTime());
      this.#inTouch = this.monotonic();
    }
    this.#stream = this.sessions.collection.watch<SessionDocument>(changed, {
      fullDocument: 'updateLookup',
      maxAwaitTimeMS: WAIT_MS,
      ...from,
    });
  }

  async #follow(): Promise<void> {
    let rounds = 0;
    while (!this.#stopping) {
      try {
        if (!this.#stream) await this.#connect();
        this.#take((await this.#stream?.tryNext()) ?? null);
        this.#inTouch = this.monotonic();
        rounds += 1;
        if (rounds % 2400 === 0) this.#forgetExpired();
      } catch (error) {
        if (!this.#stopping) await this.#startAgain(error);
      }
    }
  }

  async #startAgain(error: unknown): Promise<void> {
    this.logger.warn({ err: error }, 'The list of revoked sessions lost its stream');
    await this.#stream?.close().catch(() => {});
    this.#stream = null;
    // The position is no longer kept: read the whole list again.
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === 286)
      this.#resume = null;
    await pause(200);
  }

  #take(change: ChangeStreamDocument<SessionDocument> | null): void {
    this.#resume = this.#stream?.resumeToken ?? this.#resume;
    if (change?.operationType !== 'update' && change?.operationType !== 'insert') return;
    const expires = change.fullDocument?.expires.getTime() ?? this.clock.now().getTime();
    this.add(change.documentKey._id, expires);
  }

  #forgetExpired(): void {
    const now = this.clock.now().getTime();
    // A minute more than the tokens themselves are given.
    for (const [sid, expires] of this.#revoked) if (expires + 60_000 < now) this.#revoked.delete(sid);
  }
}
