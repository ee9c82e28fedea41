import { setTimeout as pause } from 'node:timers/promises';
import {
  type RemoteSource,
  remoteSources,
  reportedSources,
  type ReportedSources,
  sourceList,
  type SourceList,
} from '@skyshelf/contracts';
import { forward, forwardUpgrade, type NamesOptions, ReplicaPools } from '@skyshelf/peers';
import type { Caller, Clock, KeyList } from '@skyshelf/tokens';
import { AWAY, type CompanionLink } from '../../application/companion-link.js';

const SOURCES_MS = 3_000;
/** The one pod of Companion was away for 11 s while it was evicted. */
const MOVES_WITHIN_MS = 20_000;
const ASK_AGAIN_MS = 250;

interface KnownSourcesOptions {
  headers(): Record<string, string>;
  clock: Clock;
  /** It may start again elsewhere, without a word to the gateway. */
  moves: boolean;
}

/** A setting of Companion's, which holds while its process moves. */
class KnownSources {
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

  /** Waits for a process that was never reached: it starts when the gateway does. @throws as `current` */
  async reached(): Promise<void> {
    if (!this.#told) await this.current();
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
      signal: AbortSignal.timeout(SOURCES_MS),
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

/** Companion answers after a file's first byte. */
const ANSWER_MS = 60_000;

const NOT_THERE = 'This Skyshelf does not bring files from other places.';

const allOff = (reason: string): SourceList => ({
  sources: remoteSources.map((name) => ({ name, on: false, reason })),
});

const poolsTo = (address: string, names?: NamesOptions): ReplicaPools =>
  new ReplicaPools([address], {
    connections: 64,
    headersTimeoutMs: ANSWER_MS,
    bodyTimeoutMs: 0,
    ...(names && { names }),
  });

async function listed(known: KnownSources, wake?: () => Promise<void>): Promise<SourceList> {
  try {
    await wake?.();
    // Without what is for the operator only.
    return sourceList.parse(await known.current());
  } catch {
    return allOff(AWAY);
  }
}

export interface CompanionLinkOptions {
  /** Format: `http://host:port`, `dns+http://name:port` or `unix:/path`; null without Companion. */
  address: string | null;
  names?: NamesOptions;
  /** Prove that the gateway calls. */
  keys: KeyList;
  clock: Clock;
  wake?: (() => Promise<void>) | undefined;
  /** The sources, if they are known without asking. */
  configured?: readonly RemoteSource[] | undefined;
}

const gatewayHeaders = (keys: KeyList, caller?: Caller) => ({
  authorization: `Internal ${keys()[0] ?? ''}`,
  'skyshelf-drive': caller?.drive ?? '',
  'skyshelf-session': caller?.sid ?? '',
});

export function companionLink({
  address,
  names,
  keys,
  clock,
  wake,
  configured,
}: CompanionLinkOptions): CompanionLink {
  const pools = address === null ? null : poolsTo(address, names);
  // A process that is started from here does not move.
  const known =
    pools &&
    new KnownSources(pools, { headers: () => gatewayHeaders(keys), clock, moves: wake === undefined });
  const available = wake ?? (() => known?.reached());
  return {
    async forward(request, response, caller) {
      if (!pools) throw new Error(NOT_THERE);
      await available();
      request.headers.cookie = undefined;
      // A session's state is in one process's memory.
      await forward(pools, request, response, {
        key: caller.sid,
        headers: gatewayHeaders(keys, caller),
        repeatable: false,
      });
    },
    async upgrade(request, socket, head, caller) {
      if (!pools) throw new Error(NOT_THERE);
      await available();
      const headers = { ...gatewayHeaders(keys, caller), cookie: undefined };
      await forwardUpgrade(pools, request, socket, head, { key: caller.sid, headers, withinMs: ANSWER_MS });
    },
    sources: async () => (known ? listed(known, wake) : allOff(NOT_THERE)),
    configured: async () => [...(configured ?? (await known?.configured()) ?? [])],
    hints: () => known?.hints() ?? [],
    close: async () => pools?.close(),
  };
}
