import { internalRoutes } from '@skyshelf/contracts';
import { ask, type Peers } from '@skyshelf/peers';
import type { RevokedSessions } from '@skyshelf/tokens';

export interface FollowOptions {
  peers: Pick<Peers, 'json'>;
  /** It is called once until the gateway can be asked again. */
  onTrouble?(error: unknown): void;
  everyMs?: number;
  now?(): number;
  monotonic?(): number;
}

const EVERY_MS = 5_000;
/** The interval before the first answer: services start in any order. */
const FIRST_MS = 250;
/** A longer silence refuses tokens. */
const MAX_BEHIND_MS = 60_000;
const FORGET_EVERY_MS = 10 * 60_000;

/** In the background, so that no request waits: 14 days of sign-outs, some 100 bytes each. */
export class FollowedRevocations implements RevokedSessions {
  /** It maps a sid to the expiry of its token in milliseconds. */
  readonly #revoked = new Map<string, number>();
  #after: string | undefined;
  #inTouch = -Infinity;
  #forgot = 0;
  #asking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  #inTrouble = false;

  constructor(private readonly options: FollowOptions) {}

  start(): void {
    void this.catchUp().then(() => {
      if (this.#stopped) return;
      const { everyMs = EVERY_MS } = this.options;
      this.#timer = setTimeout(() => this.start(), this.#after === undefined ? FIRST_MS : everyMs).unref();
    });
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  has(sid: string): boolean {
    return this.#revoked.has(sid);
  }

  get stale(): boolean {
    return this.#monotonic() - this.#inTouch > MAX_BEHIND_MS;
  }

  catchUp(): Promise<void> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async #ask(): Promise<void> {
    try {
      const began = this.#monotonic();
      while (await this.#takePage());
      this.#inTouch = began;
      this.#inTrouble = false;
      this.#forgetExpired();
    } catch (error) {
      if (!this.#inTrouble) this.options.onTrouble?.(error);
      this.#inTrouble = true;
    }
  }

  /** @returns whether there is more */
  async #takePage(): Promise<boolean> {
    const query = { after: this.#after };
    const { revoked, next, more } = await ask(this.options.peers, internalRoutes.revokedSessions, { query });
    for (const { sid, expires } of revoked) this.#revoked.set(sid, expires);
    this.#after = next;
    return more;
  }

  #forgetExpired(): void {
    const now = (this.options.now ?? Date.now)();
    if (now - this.#forgot < FORGET_EVERY_MS) return;
    this.#forgot = now;
    for (const [sid, expires] of this.#revoked) if (expires + 60_000 < now) this.#revoked.delete(sid);
  }

  #monotonic(): number {
    return (this.options.monotonic ?? (() => performance.now()))();
  }
}
