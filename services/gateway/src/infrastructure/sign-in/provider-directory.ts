import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose';
import {
  presetEndpoints,
  readDiscovery,
  type ProviderConfig,
  type ProviderEndpoints,
} from '../../domain/provider.js';

const TIMEOUT_MS = 5000;
/** A discovery document is read again after this time. */
const FRESH_MS = 10 * 60_000;
/** How long it serves when that fails, milliseconds. */
const USABLE_MS = 24 * 60 * 60_000;

export interface KnownProvider {
  endpoints: ProviderEndpoints;
  /** Fetched and cached by jose; null where there are no identity tokens. */
  keys: JWTVerifyGetKey | null;
}

/**
 * Presets are known, others discovered on first use. A document serves for a day: users should not feel a
 * provider's hiccup.
 */
export class ProviderDirectory {
  readonly #fresh = new Map<string, { at: number; provider: Promise<KnownProvider> }>();
  readonly #last = new Map<string, { at: number; provider: KnownProvider }>();

  constructor(private readonly now: () => number) {}

  /** @throws {Error} when its document is unavailable or invalid, and none is known */
  async find(config: ProviderConfig): Promise<KnownProvider> {
    const known = this.#fresh.get(config.key);
    if (known && this.now() - known.at < FRESH_MS) return known.provider;
    const provider = this.#renew(config);
    this.#fresh.set(config.key, { at: this.now(), provider });
    return provider;
  }

  async #renew(config: ProviderConfig): Promise<KnownProvider> {
    try {
      const provider = await ask(config);
      this.#last.set(config.key, { at: this.now(), provider });
      return provider;
    } catch (error) {
      this.#fresh.delete(config.key);
      const last = this.#last.get(config.key);
      if (last && this.now() - last.at < USABLE_MS) return last.provider;
      throw error;
    }
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
