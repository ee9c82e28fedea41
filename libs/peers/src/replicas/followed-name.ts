import { isIPv6 } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { NameLookup } from './name-lookup.js';

/** All addresses of that name. */
const named = /^dns\+http:\/\/(?<host>[^\s|/:]+):(?<port>\d{1,5})$/;

export const isName = (address: string): boolean => named.test(address);

export interface FollowedNameOptions {
  lookup: NameLookup;
  changed(): void;
  /** Once until the name can be looked up again. */
  onTrouble(error: unknown): void;
  /** Milliseconds, with jitter of up to a quarter. */
  everyMs?: number;
}

const EVERY_MS = 2_000;
/** Milliseconds. */
const LEAST_MS = 250;

/** An empty or missing answer changes nothing: a name server in trouble says nothing of known replicas. */
export class FollowedName {
  #known: readonly string[] = [];
  #looking: Promise<void> | undefined;
  #began = -Infinity;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;
  #trouble: unknown = null;
  readonly #host: string;
  readonly #port: string;

  constructor(
    address: string,
    private readonly options: FollowedNameOptions,
  ) {
    const { host = '', port = '' } = named.exec(address)?.groups ?? {};
    this.#host = host;
    this.#port = port;
    void this.look();
  }

  /** `http://10.0.0.7:8080`, sorted. */
  get addresses(): readonly string[] {
    return this.#known;
  }

  /** null when the last look did not fail. */
  get trouble(): unknown {
    return this.#trouble;
  }

  /** Now, or as soon as allowed. Never throws. */
  look(): Promise<void> {
    if (this.#closed) return Promise.resolve();
    this.#looking ??= this.#lookInTurn().finally(() => {
      this.#looking = undefined;
      this.#plan();
    });
    return this.#looking;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  #plan(): void {
    if (this.#closed) return;
    clearTimeout(this.#timer);
    const { everyMs = EVERY_MS } = this.options;
    this.#timer = setTimeout(() => void this.look(), everyMs * (0.75 + Math.random() / 2)).unref();
  }

  async #lookInTurn(): Promise<void> {
    const wait = this.#began + LEAST_MS - performance.now();
    if (wait > 0) await pause(wait, undefined, { ref: false });
    this.#began = performance.now();
    try {
      const found = await this.options.lookup(this.#host);
      if (found.length === 0) throw new Error(`${this.#host} has no address.`);
      this.#trouble = null;
      this.#take(found.map((each) => `http://${isIPv6(each) ? `[${each}]` : each}:${this.#port}`).sort());
    } catch (error) {
      if (this.#trouble === null) this.options.onTrouble(error);
      this.#trouble = error;
    }
  }

  #take(addresses: readonly string[]): void {
    if (this.#closed || addresses.join() === this.#known.join()) return;
    this.#known = addresses;
    this.options.changed();
  }
}
