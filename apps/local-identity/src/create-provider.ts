import type {
  Adapter,
  AdapterPayload,
  ClientMetadata,
  Configuration,
  Provider as ProviderInstance,
} from 'oidc-provider';
import type { NameKeeper } from './known-names.js';

/** Unit: seconds, for entries without a time. */
const DEFAULT_EXPIRY_S = 3600;

/** Short-lived: after a restart a running sign-in starts again. */
function createProviderMemory(now: () => number = Date.now): (model: string) => Adapter {
  const memory = new ExpiringStore(now);
  return (model) => ({
    upsert: async (id, payload, expiresIn = DEFAULT_EXPIRY_S) =>
      memory.write(`${model}:${id}`, payload, expiresIn),
    find: async (id) => memory.read(`${model}:${id}`),
    findByUid: async (uid) => memory.find(`${model}:`, (payload) => payload.uid === uid),
    findByUserCode: async (code) => memory.find(`${model}:`, (payload) => payload.userCode === code),
    consume: async (id) => {
      const payload = memory.read(`${model}:${id}`);
      if (payload) payload.consumed = Math.floor(now() / 1000);
    },
    destroy: async (id) => memory.remove(`${model}:${id}`),
    revokeByGrantId: async (grantId) => memory.removeWhere((payload) => payload.grantId === grantId),
  });
}

interface Entry {
  payload: AdapterPayload;
  expires: number;
}

/** A sign-in needs about six of them for a minute. */
const MAX_ENTRIES = 2000;

/** Bounded: the oldest go first. */
export class ExpiringStore {
  readonly #entries = new Map<string, Entry>();

  /** @param now milliseconds since the epoch */
  constructor(private readonly now: () => number) {}

  read(key: string): AdapterPayload | undefined {
    const entry = this.#entries.get(key);
    if (entry && entry.expires > this.now()) return entry.payload;
    this.#entries.delete(key);
    return undefined;
  }

  write(key: string, payload: AdapterPayload, seconds: number): void {
    this.#entries.delete(key);
    this.#entries.set(key, { payload, expires: this.now() + seconds * 1000 });
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= MAX_ENTRIES) break;
      this.#entries.delete(oldest);
    }
  }

  remove(key: string): void {
    this.#entries.delete(key);
  }

  removeWhere(matches: (payload: AdapterPayload) => boolean): void {
    for (const [key, { payload }] of this.#entries) if (matches(payload)) this.#entries.delete(key);
  }

  find(prefix: string, matches: (payload: AdapterPayload) => boolean): AdapterPayload | undefined {
    for (const key of [...this.#entries.keys()].filter((each) => each.startsWith(prefix))) {
      const payload = this.read(key);
      if (payload && matches(payload)) return payload;
    }
    return undefined;
  }
}

export interface ProviderOptions {
  issuer: string;
  clientId: string;
  clientSecret: string;
  redirectUris: readonly string[];
  /** Private JWK (ES256 or another signing kind). */
  signingKey: object;
  /** It signs cookies during sign-in. */
  cookieSecret: string;
  names: NameKeeper;
  /** Errors that are no one's input. */
  onError?(error: unknown): void;
}

/** Seconds: a person choosing a name is slow, a program's code exchange immediate. */
const ttl = {
  AccessToken: 300,
  AuthorizationCode: 60,
  IdToken: 600,
  Interaction: 900,
  Session: 900,
  Grant: 900,
};

const SCOPE = 'openid profile';

/** Default: a process warning. */
export const reportOf = ({ onError }: Pick<ProviderOptions, 'onError'>): ((error: unknown) => void) =>
  onError ?? ((error) => process.emitWarning(error instanceof Error ? error : String(error)));

/** Loaded on first use: it takes longer than all the rest of this package. */
export async function createProvider(options: ProviderOptions): Promise<ProviderInstance> {
  const { default: Provider, interactionPolicy } = await import('oidc-provider');
  const policy = interactionPolicy.base();
  policy.remove('consent');
  // People share a machine, so each sign-in asks, and only that answer counts.
  policy
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check(
        'ask_each_time',
        'Choose who you are',
        'login_required',
        (ctx) => !ctx.oidc.result?.login,
      ),
    );
  const provider = new Provider(options.issuer, configuration(options, policy));
  provider.on('server_error', (_ctx, error) => reportOf(options)(error));
  return provider;
}

function configuration(
  options: ProviderOptions,
  policy: NonNullable<Configuration['interactions']>['policy'],
): Configuration {
  return {
    adapter: createProviderMemory(),
    clients: [theGateway(options)],
    jwks: { keys: [options.signingKey] },
    cookies: {
      keys: [options.cookieSecret],
      names: { session: 'skyshelf_identity', interaction: 'skyshelf_asked', resume: 'skyshelf_resume' },
    },
    scopes: ['openid', 'profile'],
    claims: { openid: ['sub'], profile: ['name'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    findAccount: findAccount(options.names),
    interactions: { policy, url: (_ctx, interaction) => `/who/${interaction.uid}` },
    loadExistingGrant,
    pkce: { required: () => true },
    renderError: (ctx, out) => {
      ctx.type = 'text/plain';
      ctx.body = `${out.error}: ${out.error_description ?? 'the sign-in could not go on. Start it again.'}`;
    },
    ttl,
  };
}

const theGateway = ({ clientId, clientSecret, redirectUris }: ProviderOptions): ClientMetadata => ({
  client_id: clientId,
  client_secret: clientSecret,
  redirect_uris: [...redirectUris],
  grant_types: ['authorization_code'],
  response_types: ['code'],
  token_endpoint_auth_method: 'client_secret_post',
  id_token_signed_response_alg: 'ES256',
});

const findAccount =
  (names: NameKeeper): Configuration['findAccount'] =>
  (_ctx, id) => ({
    accountId: id,
    claims: () => ({ sub: id, name: names.list().find((each) => each.id === id)?.name ?? id }),
  });

/** Grants without consent: it is their own machine and the only client. */
const loadExistingGrant: Configuration['loadExistingGrant'] = async (ctx) => {
  const { client, session, provider } = ctx.oidc;
  const grant = new provider.Grant({ clientId: client?.clientId ?? '', accountId: session?.accountId ?? '' });
  grant.addOIDCScope(SCOPE);
  await grant.save();
  return grant;
};
