import { isIPv6 } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Resolver } from 'node:dns/promises';
import { readFileSync } from 'node:fs';

/** @throws when no server answers or knows the name */
export type NameLookup = (host: string) => Promise<string[]>;

interface NameLookupOptions {
  /** Default: /etc/resolv.conf. */
  servers?: readonly string[];
  search?: SearchRules;
}

interface SearchRules {
  domains: readonly string[];
  /** A name with so many dots is tried unchanged first. */
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

const named = /^dns\+http:\/\/(?<host>[^\s|/:]+):(?<port>\d{1,5})$/;

export const isName = (address: string): boolean => named.test(address);

export interface FollowedNameOptions {
  lookup: NameLookup;
  changed(): void;
  /** It is called once until the name can be looked up again. */
  onTrouble(error: unknown): void;
  /** Unit: milliseconds, with jitter of up to a quarter. */
  everyMs?: number;
}

const EVERY_MS = 2_000;
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
