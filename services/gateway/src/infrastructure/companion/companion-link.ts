import { remoteSources, sourceList, type RemoteSource, type SourceList } from '@skyshelf/contracts';
import { forward, forwardUpgrade, ReplicaPools, type NamesOptions } from '@skyshelf/peers';
import type { Caller, Clock, KeyList } from '@skyshelf/tokens';
import { AWAY, type CompanionLink } from '../../application/companion-link.js';
import { KnownSources } from './known-sources.js';

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

export interface CompanionLinkOptions {
  /** `http://host:port`, `dns+http://name:port` or `unix:/path`; null without such a process. */
  address: string | null;
  names?: NamesOptions;
  /** Prove that the gateway calls. */
  keys: KeyList;
  clock: Clock;
  /** Called before each use. */
  wake?: (() => Promise<void>) | undefined;
  /** Where known without asking. */
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
  const own = (caller?: Caller) => gatewayHeaders(keys, caller);
  return {
    async forward(request, response, caller) {
      if (!pools) throw new Error(NOT_THERE);
      await wake?.();
      request.headers.cookie = undefined;
      // A session's state is in one process's memory.
      await forward(pools, request, response, { key: caller.sid, headers: own(caller), repeatable: false });
    },
    async upgrade(request, socket, head, caller) {
      if (!pools) throw new Error(NOT_THERE);
      await wake?.();
      const headers = { ...own(caller), cookie: undefined };
      await forwardUpgrade(pools, request, socket, head, { key: caller.sid, headers, withinMs: ANSWER_MS });
    },
    async sources() {
      if (!known) return allOff(NOT_THERE);
      try {
        await wake?.();
        // Without what is for the operator only.
        return sourceList.parse(await known.current());
      } catch {
        return allOff(AWAY);
      }
    },
    configured: async () => [...(configured ?? (await known?.configured()) ?? [])],
    hints: () => known?.hints() ?? [],
    close: async () => pools?.close(),
  };
}
