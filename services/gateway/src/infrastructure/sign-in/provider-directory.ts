import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose';
import {
  presetEndpoints,
  readDiscovery,
  type ProviderConfig,
  type ProviderEndpoints,
} from '../../domain/provider.js';

const TIMEOUT_MS = 5000;
/** How long a discovery document is taken to hold, milliseconds. */
const KNOWN_MS = 10 * 60_000;

export interface KnownProvider {
  endpoints: ProviderEndpoints;
  /** The provider's public keys, fetched when first needed and kept as jose keeps them; null where there are no identity tokens. */
  keys: JWTVerifyGetKey | null;
}

/** Finds out how to reach a provider: presets know it, others say it themselves when they are first used. */
export class ProviderDirectory {
  readonly #known = new Map<string, { at: number; provider: Promise<KnownProvider> }>();

  constructor(private readonly now: () => number) {}

  /** @throws {Error} when its discovery document cannot be had or read; asked anew the next time */
  async find(config: ProviderConfig): Promise<KnownProvider> {
    const known = this.#known.get(config.key);
    if (known && this.now() - known.at < KNOWN_MS) return known.provider;
    const provider = ask(config);
    this.#known.set(config.key, { at: this.now(), provider });
    provider.catch(() => this.#known.delete(config.key));
    return provider;
  }
}

async function ask(config: ProviderConfig): Promise<KnownProvider> {
  const endpoints =
    config.kind === 'oidc' ? await discover(config.issuer, config.scope) : presetEndpoints(config.kind);
  const { verify } = endpoints;
  return {
    endpoints,
    keys: verify && createRemoteJWKSet(new URL(verify.keys), { timeoutDuration: TIMEOUT_MS }),
  };
}

async function discover(issuer: string, scope: string): Promise<ProviderEndpoints> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const answer = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' });
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  return readDiscovery(issuer, scope, await answer.json());
}
