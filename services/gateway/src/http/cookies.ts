import { ATTEMPT_MS } from '../domain/sign-in.js';

/** For GETs without a header: `<img>`, downloads, live changes. */
export interface ReadCookie {
  name: string;
  set(token: string, maxAgeSeconds: number): string;
  clear: string;
}

/** The name's prefix ties the cookie to this host on https (RFC 6265bis §4.1.3.2). */
export function readCookie(publicUrl: string): ReadCookie {
  const secure = publicUrl.startsWith('https:');
  const name = secure ? '__Host-skyshelf' : 'skyshelf';
  const terms = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return {
    name,
    set: (token, maxAgeSeconds) => `${name}=${token}; Max-Age=${maxAgeSeconds}; ${terms}`,
    clear: `${name}=; Max-Age=0; ${terms}`,
  };
}

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

/** Names the link, so a browser can have several open. */
export interface VisitCookie {
  name(share: string): string;
  set(share: string, value: string, maxAgeSeconds: number): string;
}

export function visitCookie(publicUrl: string): VisitCookie {
  const secure = publicUrl.startsWith('https:');
  const name = (share: string) => `${secure ? '__Host-' : ''}skyshelf-link-${share}`;
  const terms = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return {
    name,
    set: (share, value, maxAgeSeconds) => `${name(share)}=${value}; Max-Age=${maxAgeSeconds}; ${terms}`,
  };
}
