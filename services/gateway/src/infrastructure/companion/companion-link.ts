import {
  remoteSources,
  sourceList,
  toldSources,
  type RemoteSource,
  type SourceList,
  type ToldSources,
} from '@skyshelf/contracts';
import { forward, forwardUpgrade, ReplicaPools, type NamesOptions } from '@skyshelf/peers';
import type { Caller, KeyList } from '@skyshelf/tokens';
import { AWAY, type CompanionLink } from '../../application/companion-link.js';

/** Companion answers after a file's first byte. */
const ANSWER_MS = 60_000;
const SOURCES_MS = 3_000;

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
  /** `http://host:port`, `dns+http://name:port` or `unix:/path/of/socket`; null without such a process. */
  address: string | null;
  names?: NamesOptions;
  /** Prove that the gateway calls. */
  keys: KeyList;
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

async function askSources(pools: ReplicaPools, keys: KeyList): Promise<ToldSources> {
  const answer = await pools.request({
    method: 'GET',
    path: '/sources',
    headers: gatewayHeaders(keys),
    repeatable: true,
    signal: AbortSignal.timeout(SOURCES_MS),
  });
  return toldSources.parse(await answer.body.json());
}

async function askConfigured(pools: ReplicaPools, keys: KeyList): Promise<RemoteSource[]> {
  const { sources } = await askSources(pools, keys).catch(() => allOff(AWAY));
  return sources.filter(({ on }) => on).map(({ name }) => name);
}

export function companionLink({
  address,
  names,
  keys,
  wake = async () => {},
  configured,
}: CompanionLinkOptions): CompanionLink {
  const pools = address === null ? null : poolsTo(address, names);
  let hints: readonly string[] = [];
  const own = (caller?: Caller) => gatewayHeaders(keys, caller);
  return {
    async forward(request, response, caller) {
      if (!pools) throw new Error(NOT_THERE);
      await wake();
      request.headers.cookie = undefined;
      // A session's state is in one process's memory.
      await forward(pools, request, response, { key: caller.sid, headers: own(caller), repeatable: false });
    },
    async upgrade(request, socket, head, caller) {
      if (!pools) throw new Error(NOT_THERE);
      await wake();
      const headers = { ...own(caller), cookie: undefined };
      await forwardUpgrade(pools, request, socket, head, { key: caller.sid, headers, withinMs: ANSWER_MS });
    },
    async sources() {
      if (!pools) return allOff(NOT_THERE);
      try {
        await wake();
        const told = await askSources(pools, keys);
        hints = told.sources.flatMap(({ hint }) => hint ?? []);
        // Without what is for the operator only.
        return sourceList.parse(told);
      } catch {
        return allOff(AWAY);
      }
    },
    configured: async () => [...(configured ?? (pools ? await askConfigured(pools, keys) : []))],
    hints: () => hints,
    close: async () => pools?.close(),
  };
}
