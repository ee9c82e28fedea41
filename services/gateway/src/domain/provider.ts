import { z } from 'zod';

const httpUrl = z.url({ protocol: /^https?$/ });

const named = {
  /** Part of addresses and of each `sub`: never change it once a user has signed in. */
  key: z.string().regex(/^[a-z0-9-]{1,32}$/),
  name: z.string().min(1).max(60),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
};

/** Presets know their addresses; `oidc` asks its issuer's discovery document. */
export const providerConfig = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('google'),
    ...named,
    key: named.key.default('google'),
    name: named.name.default('Google'),
  }),
  z.strictObject({
    kind: z.literal('facebook'),
    ...named,
    key: named.key.default('facebook'),
    name: named.name.default('Facebook'),
  }),
  z.strictObject({
    kind: z.literal('github'),
    ...named,
    key: named.key.default('github'),
    name: named.name.default('GitHub'),
  }),
  z.strictObject({
    kind: z.literal('oidc'),
    ...named,
    issuer: httpUrl,
    scope: z.string().default('openid profile'),
  }),
]);
export type ProviderConfig = z.infer<typeof providerConfig>;

export type CurrentProviders = () => readonly ProviderConfig[];

/** The order is that of the sign-in page; keys are unique. */
export const providerList = z
  .array(providerConfig)
  .refine(
    (list) => new Set(list.map((each) => each.key)).size === list.length,
    'two providers have the same key',
  );

export interface ProviderEndpoints {
  authorization: string;
  token: string;
  /** Asked with the access token, without an identity token. */
  profile: string | null;
  /** It serves to verify identity tokens; null where the provider gives none. */
  verify: { issuer: string; keys: string } | null;
  scope: string;
  /** Forces a new sign-in at the provider (`/relogin`). */
  relogin: Readonly<Record<string, string>>;
}

const presets: Record<'google' | 'facebook' | 'github', ProviderEndpoints> = {
  // https://accounts.google.com/.well-known/openid-configuration
  google: {
    authorization: 'https://accounts.google.com/o/oauth2/v2/auth',
    token: 'https://oauth2.googleapis.com/token',
    profile: null,
    verify: { issuer: 'https://accounts.google.com', keys: 'https://www.googleapis.com/oauth2/v3/certs' },
    scope: 'openid profile',
    relogin: { prompt: 'select_account' },
  },
  // https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow
  facebook: {
    authorization: 'https://www.facebook.com/v23.0/dialog/oauth',
    token: 'https://graph.facebook.com/v23.0/oauth/access_token',
    profile: 'https://graph.facebook.com/v23.0/me?fields=id,name,picture.type(large)',
    verify: null,
    scope: 'public_profile',
    relogin: { auth_type: 'reauthenticate' },
  },
  // https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps
  github: {
    authorization: 'https://github.com/login/oauth/authorize',
    token: 'https://github.com/login/oauth/access_token',
    profile: 'https://api.github.com/user',
    verify: null,
    scope: 'read:user',
    relogin: { prompt: 'select_account' },
  },
};

export const presetEndpoints = (kind: keyof typeof presets): ProviderEndpoints => presets[kind];

const discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: httpUrl,
  token_endpoint: httpUrl,
  jwks_uri: httpUrl,
  userinfo_endpoint: httpUrl.optional(),
});

/**
 * OpenID Connect Discovery 1.0 §4.
 * @throws {Error} when it is not one, or names another issuer (§4.3)
 */
export function readDiscovery(issuer: string, scope: string, document: unknown): ProviderEndpoints {
  const found = discovery.parse(document);
  if (found.issuer !== issuer)
    throw new Error(`The discovery document of ${issuer} speaks of ${found.issuer}`);
  return {
    authorization: found.authorization_endpoint,
    token: found.token_endpoint,
    profile: found.userinfo_endpoint ?? null,
    verify: { issuer, keys: found.jwks_uri },
    scope,
    relogin: { prompt: 'login' },
  };
}
