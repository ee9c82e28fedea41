import { createLocalJWKSet, errors, type JWK, type JWTVerifyGetKey } from 'jose';
import type { Clock } from './clock-and-ids.js';

/** Asked again after a while, and for an unknown key. */
export type PublicKeys = () => Promise<readonly JWK[]> | readonly JWK[];

export interface KnownKeysOptions {
  keys: PublicKeys;
  clock: Clock;
  /** The milliseconds between two requests for unknown keys. */
  pauseMs: number;
  onDropped(): void;
}

/** Older keys are refreshed in the background, milliseconds. */
const REFRESH_MS = 15_000;
/** Requests wait for a refresh of older keys: a dropped key must not be honoured for longer. */
const TOO_OLD_MS = 40_000;

/** Caches keys by `kid` for at most 40 s. */
export class KnownKeys {
  generation = 0;
  #set: JWTVerifyGetKey | undefined;
  #texts = new Set<string>();
  #askedMs = -Infinity;
  #gotMs = -Infinity;
  #asking: Promise<void> | undefined;

  constructor(private readonly options: KnownKeysOptions) {}

  /** Asks again for an unknown key, at most once a pause. */
  readonly find: JWTVerifyGetKey = async (header, token) => {
    if (!this.#set) await this.#ask();
    try {
      return await this.#found(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || this.#age(this.#askedMs) < this.options.pauseMs)
        throw error;
      await this.#ask();
      return this.#found(header, token);
    }
  };

  /** @returns what a request must wait for when keys are too old; rejects when they can't be had */
  keepFresh(): Promise<void> | undefined {
    const age = this.#age(this.#gotMs);
    if (!this.#set || age < REFRESH_MS) return undefined;
    if (age >= TOO_OLD_MS) return this.#ask();
    if (this.#age(this.#askedMs) >= this.options.pauseMs) this.#ask().catch(() => {});
    return undefined;
  }

  #age(since: number): number {
    return this.options.clock.now().getTime() - since;
  }

  async #found(...args: Parameters<JWTVerifyGetKey>) {
    if (!this.#set) throw new errors.JWKSNoMatchingKey();
    return this.#set(...args);
  }

  #ask(): Promise<void> {
    this.#asking ??= this.#askNow().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async #askNow(): Promise<void> {
    this.#askedMs = this.options.clock.now().getTime();
    const keys = [...(await this.options.keys())];
    const texts = new Set(keys.map((key) => JSON.stringify(key)));
    const dropped = [...this.#texts].some((text) => !texts.has(text));
    this.#set = createLocalJWKSet({ keys });
    this.#texts = texts;
    this.#gotMs = this.#askedMs;
    if (!dropped) return;
    this.generation += 1;
    this.options.onDropped();
  }
}
