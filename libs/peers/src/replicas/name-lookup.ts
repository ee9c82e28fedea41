import { Resolver } from 'node:dns/promises';
import { readFileSync } from 'node:fs';

/** @throws when no server answers or knows the name */
export type NameLookup = (host: string) => Promise<string[]>;

export interface NameLookupOptions {
  /** Default: /etc/resolv.conf. */
  servers?: readonly string[];
  search?: SearchRules;
}

export interface SearchRules {
  domains: readonly string[];
  /** With so many dots a name is tried unchanged first. */
  ndots: number;
}

/** Milliseconds for each of at most two tries. */
const ANSWER_MS = 1_000;

/**
 * Avoids the system's few threads: a hanging DNS server must not hold up files. Node's resolver has no search
 * domains (resolv.conf(5)), so short names are completed here. IPv6 only without IPv4: a pod has both and is
 * one replica.
 */
export function createNameLookup({ servers, search = systemRules() }: NameLookupOptions = {}): NameLookup {
  const resolver = new Resolver({ timeout: ANSWER_MS, tries: 2 });
  if (servers) resolver.setServers(servers);
  const found = new Map<string, string>();
  return async (host) => {
    const known = found.get(host);
    if (known !== undefined) return addressesOf(resolver, known);
    let failure: unknown;
    for (const name of completed(host, search)) {
      try {
        const addresses = await addressesOf(resolver, name);
        found.set(host, name);
        return addresses;
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  };
}

async function addressesOf(resolver: Resolver, name: string): Promise<string[]> {
  try {
    return await resolver.resolve4(name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENODATA') throw error;
    return resolver.resolve6(name);
  }
}

function completed(host: string, { domains, ndots }: SearchRules): string[] {
  if (host.endsWith('.')) return [host.slice(0, -1)];
  const longer = domains.map((domain) => `${host}.${domain}`);
  return host.split('.').length > ndots ? [host, ...longer] : [...longer, host];
}

export function rulesIn(text: string): SearchRules {
  const lines = text.split('\n').map((line) => line.trim().split(/\s+/));
  const ndots = lines.flatMap(([word, ...options]) => (word === 'options' ? options : [])).join(' ');
  return {
    domains: lines.findLast(([word]) => word === 'search')?.slice(1) ?? [],
    ndots: Number(/ndots:(\d+)/.exec(ndots)?.[1] ?? 1),
  };
}

function systemRules(): SearchRules {
  try {
    return rulesIn(readFileSync('/etc/resolv.conf', 'utf8'));
  } catch {
    return { domains: [], ndots: 1 };
  }
}
