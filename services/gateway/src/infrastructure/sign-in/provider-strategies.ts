import { PassportStrategy } from '@nestjs/passport';
import OAuth2Strategy from 'passport-oauth2';
import type { SignInRequest, SignInStrategies } from '../../application/sign-in-strategies.js';
import type { ProviderConfig } from '../../domain/provider.js';
import type { KnownProvider, ProviderDirectory } from './provider-directory.js';
import type { Profile } from '../../domain/account.js';
import { type SignInAttempt, SignInError } from '../../domain/sign-in.js';
import { readIdentity } from './read-identity.js';
import type { SignInAttempts } from './sign-in-attempts.js';

interface StrategyDeps {
  /** Unique in the process: passport keeps strategies by name. */
  name: string;
  config: ProviderConfig;
  provider: KnownProvider;
  publicUrl: string;
  attempts: SignInAttempts;
}

type Stored = (error: Error | null, state?: string) => void;
type Verified = (error: Error | null, verifier: string | false, message?: unknown) => void;

/** Authorization code with PKCE and state, under `deps.name`. */
function registerStrategy(deps: StrategyDeps): void {
  const { config, provider, publicUrl, attempts } = deps;
  class ProviderStrategy extends PassportStrategy(OAuth2Strategy, deps.name, true) {
    constructor() {
      super({
        authorizationURL: provider.endpoints.authorization,
        tokenURL: provider.endpoints.token,
        clientID: config.clientId,
        clientSecret: config.clientSecret,
        callbackURL: `${publicUrl}/auth/${config.key}/callback`,
        scope: provider.endpoints.scope,
        pkce: true,
        state: true,
        store: stateStore(config.key, attempts) as unknown as OAuth2Strategy.StateStore,
        passReqToCallback: true,
        skipUserProfile: true,
      });
    }

    override authorizationParams({ signIn }: SignInRequest): object {
      const nonce = provider.keys ? { nonce: signIn.nonce } : {};
      return { ...nonce, ...(signIn.relogin ? provider.endpoints.relogin : {}) };
    }

    async validate(
      request: SignInRequest,
      accessToken: string,
      _refresh: unknown,
      answer: { id_token?: unknown },
      _profile: unknown,
    ): Promise<Profile> {
      const nonce = request.signIn.attempt?.nonce;
      if (!nonce) throw new SignInError('invalid_state');
      const idToken = typeof answer.id_token === 'string' ? answer.id_token : null;
      return readIdentity(config, provider, { accessToken, idToken, nonce });
    }
  }
  new ProviderStrategy();
}

/** passport-oauth2 passes as many arguments as are declared: five and four with PKCE. */
function stateStore(provider: string, attempts: SignInAttempts) {
  return {
    store(request: SignInRequest, verifier: string, _state: unknown, _meta: unknown, done: Stored): void {
      const { browser, nonce, clientState, path } = request.signIn;
      attempts
        .begin(browser, { provider, verifier, nonce, clientState, path })
        .then((state) => done(null, state), done);
    },
    verify(request: SignInRequest, state: string | undefined, _meta: unknown, done: Verified): void {
      const finish = (attempt: SignInAttempt | null): void => {
        request.signIn.attempt = attempt;
        done(null, attempt?.verifier ?? false, { message: 'invalid_state' });
      };
      attempts
        .finish(request.signIn.browser, provider, state ?? '')
        .then(finish, (error: Error) => done(error, false));
    },
  };
}

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
