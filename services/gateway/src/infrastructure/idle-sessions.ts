import type { OnModuleDestroy } from '@nestjs/common';
import type { OnServiceStart } from '@skyshelf/service';
import type { Clock } from '@skyshelf/tokens';
import type { Logger } from '@skyshelf/telemetry';
import { LRUCache } from 'lru-cache';
import type { SessionUses } from '../application/gateway.js';
import type { Sessions } from './sessions.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const LOOK_EVERY_MS = 10 * 60_000;

/** A forgotten session is noted again, which the database ignores within the hour. */
const REMEMBERED = 20_000;

export interface IdleSessionsDeps {
  sessions: Pick<Sessions, 'noteSeen' | 'revokeUnused'>;
  clock: Clock;
  logger: Logger;
  /** Days without a call until a session ends; null: only its expiry ends it. */
  idleDays: number | null;
}

/**
 * Writes a use at most once an hour a session, never waited for. Every replica hears of what is revoked
 * here.
 */
export class IdleSessions implements SessionUses, OnServiceStart, OnModuleDestroy {
  readonly #noted = new LRUCache<string, number>({ max: REMEMBERED });
  readonly #noting = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<unknown> = Promise.resolve();

  constructor(private readonly deps: IdleSessionsDeps) {}

  seen(sid: string): void {
    const now = this.deps.clock.now().getTime();
    const before = this.#noted.get(sid);
    if (before !== undefined && now - before < HOUR_MS) return;
    this.#noted.set(sid, now);
    const noting = this.#note(sid, now).finally(() => this.#noting.delete(noting));
    this.#noting.add(noting);
  }

  onServiceStart(): void {
    if (this.deps.idleDays === null) return;
    this.#timer = setInterval(() => {
      this.#working = this.endUnused();
    }, LOOK_EVERY_MS).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all([this.#working, ...this.#noting]);
  }

  async #note(sid: string, now: number): Promise<void> {
    try {
      await this.deps.sessions.noteSeen(sid, new Date(now), new Date(now - HOUR_MS));
    } catch (error) {
      this.#noted.delete(sid);
      this.deps.logger.warn({ err: error }, 'The use of a session could not be noted');
    }
  }

  async endUnused(): Promise<void> {
    const { idleDays, clock, sessions, logger } = this.deps;
    if (idleDays === null) return;
    const now = clock.now();
    // An hour more: a use within the hour after the last note is not written.
    const before = new Date(now.getTime() - idleDays * DAY_MS - HOUR_MS);
    await sessions
      .revokeUnused(before, now)
      .catch((error: unknown) => logger.warn({ err: error }, 'Unused sessions could not be ended'));
  }
}
