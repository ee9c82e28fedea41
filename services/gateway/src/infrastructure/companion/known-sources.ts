import { setTimeout as pause } from 'node:timers/promises';
import { reportedSources, type RemoteSource, type ReportedSources } from '@skyshelf/contracts';
import type { ReplicaPools } from '@skyshelf/peers';
import type { Clock } from '@skyshelf/tokens';

const ANSWER_MS = 3_000;
/** The one pod of Companion was away for 11 s while it was evicted. */
const MOVES_WITHIN_MS = 20_000;
const ASK_AGAIN_MS = 250;

export interface KnownSourcesOptions {
  headers(): Record<string, string>;
  clock: Clock;
  /** It may start again elsewhere, without a word to the gateway. */
  moves: boolean;
}

/** A setting of Companion's, which holds while its process moves. */
export class KnownSources {
  #told: ReportedSources | null = null;
  #asking: Promise<ReportedSources> | null = null;
  #silentSince: number | null = null;

  constructor(
    private readonly pools: Pick<ReplicaPools, 'request'>,
    private readonly options: KnownSourcesOptions,
  ) {}

  /**
   * While it moves the last known, or what it tells when it is back; one question for all who wait.
   * @throws when it is away for longer
   */
  current(): Promise<ReportedSources> {
    this.#asking ??= this.#wait().finally(() => (this.#asking = null));
    return this.#asking;
  }

  async configured(): Promise<RemoteSource[]> {
    const told = await this.#ask().catch(() => this.#told);
    return told?.sources.filter(({ on }) => on).map(({ name }) => name) ?? [];
  }

  hints(): string[] {
    return this.#told?.sources.flatMap(({ hint }) => hint ?? []) ?? [];
  }

  async #wait(): Promise<ReportedSources> {
    for (;;) {
      try {
        return await this.#ask();
      } catch (error) {
        if (!this.#mayMove()) throw error;
        if (this.#told) return this.#told;
      }
      await pause(ASK_AGAIN_MS);
    }
  }

  async #ask(): Promise<ReportedSources> {
    const answer = await this.pools.request({
      method: 'GET',
      path: '/sources',
      headers: this.options.headers(),
      repeatable: true,
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    this.#told = reportedSources.parse(await answer.body.json());
    this.#silentSince = null;
    return this.#told;
  }

  #mayMove(): boolean {
    const now = this.options.clock.now().getTime();
    this.#silentSince ??= now;
    return this.options.moves && now - this.#silentSince < MOVES_WITHIN_MS;
  }
}
