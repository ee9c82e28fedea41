import type { SignInStrategies } from '../../application/sign-in-strategies.js';
import type { ProviderConfig } from '../../domain/provider.js';
import type { KnownProvider, ProviderDirectory } from './provider-directory.js';
import { registerStrategy, type StrategyDeps } from './provider-strategy.js';

interface Registered {
  config: ProviderConfig;
  provider: KnownProvider;
  name: string;
}

let registered = 0;

/** Made on first use, and again when endpoints or secret change. */
export class ProviderStrategies implements SignInStrategies {
  readonly #byKey = new Map<string, Registered>();

  constructor(
    private readonly directory: ProviderDirectory,
    private readonly deps: Omit<StrategyDeps, 'name' | 'config' | 'provider'>,
  ) {}

  async nameFor(config: ProviderConfig): Promise<string> {
    const provider = await this.directory.find(config);
    const known = this.#byKey.get(config.key);
    if (known && same(known.provider.endpoints, provider.endpoints) && same(known.config, config))
      return known.name;
    registered += 1;
    const name = `${config.key}#${registered}`;
    registerStrategy({ ...this.deps, name, config, provider });
    this.#byKey.set(config.key, { config, provider, name });
    return name;
  }
}

const same = (a: object, b: object): boolean => JSON.stringify(a) === JSON.stringify(b);
