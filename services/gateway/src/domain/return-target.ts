/** Where the page goes on after signing in. Only these: an address from outside is never redirected to. */
const callbacks = { '/allfiles/': '/callback', '/pricing': '/pricingcallback' } as const;

/** The route of the page that finishes the sign-in. Unknown targets get the default one. */
export function callbackPath(returnTo: unknown): string {
  return returnTo === '/pricing' ? callbacks['/pricing'] : callbacks['/allfiles/'];
}

/** The route of the page where a sign-in of this kind begins. */
export function signInPage({ returnTo, prompt }: { returnTo?: string; prompt?: string }): string {
  if (prompt === 'login') return '/relogin';
  return returnTo === '/pricing' ? '/loginpricing' : '/login';
}

/**
 * The way back with tokens, which stay in the browser: a hash is never sent to a server.
 * @param state the value with which this browser's page began: without it the page takes no tokens
 */
export function signedInAddress(
  path: string,
  tokens: { accessToken: string; idToken: string; expiresAt: number },
  state: string,
): string {
  const hash = new URLSearchParams({
    access_token: tokens.accessToken,
    id_token: tokens.idToken,
    expires_at: String(tokens.expiresAt),
    state,
  });
  return `${path}#${hash}`;
}

/** The way back without: a short code of lower-case letters, for the log of the page; with what the page needs besides. */
export function failedAddress(
  path: string,
  code: string,
  more: Readonly<Record<string, string>> = {},
): string {
  const error = /^[a-z_]{1,40}$/.test(code) ? code : 'sign_in_failed';
  return `${path}#${new URLSearchParams({ error, ...more })}`;
}
