import { ATTEMPT_MS } from '../domain/sign-in-attempt.js';

/** Identifies a browser during sign-in. Lax, since the provider's redirect is cross-site. */
export interface SignInCookie {
  name: string;
  set(browser: string): string;
}

export function signInCookie(publicUrl: string): SignInCookie {
  const secure = publicUrl.startsWith('https:');
  const name = secure ? '__Host-skyshelf-sign-in' : 'skyshelf-sign-in';
  const terms = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return {
    name,
    set: (browser) => `${name}=${browser}; Max-Age=${ATTEMPT_MS / 1000}; ${terms}`,
  };
}
