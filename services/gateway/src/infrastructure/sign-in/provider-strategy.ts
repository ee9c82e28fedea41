import { PassportStrategy } from '@nestjs/passport';
import OAuth2Strategy from 'passport-oauth2';
import type { SignInRequest } from '../../application/sign-in-strategies.js';
import type { Profile } from '../../domain/account.js';
import type { ProviderConfig } from '../../domain/provider.js';
import { type SignInAttempt, SignInError } from '../../domain/sign-in.js';
import type { KnownProvider } from './provider-directory.js';
import { readIdentity } from './read-identity.js';
import type { SignInAttempts } from './sign-in-attempts.js';

export interface StrategyDeps {
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
export function registerStrategy(deps: StrategyDeps): void {
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
