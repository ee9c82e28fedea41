import { DomainError, type Access } from '@skyshelf/contracts';

/** The value of a cookie, or null. */
export function cookieValue(header: string | undefined, name: string): string | null {
  if (!header) return null;
  // Without a list of all parts: a header may have as many as it has characters.
  for (let from = 0, end = 0; from < header.length; from = end + 1) {
    end = header.indexOf(';', from);
    if (end < 0) end = header.length;
    if (end - from <= name.length) continue;
    const part = header.slice(from, end);
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim() || null;
  }
  return null;
}

const SCHEME = /^bearer(?: |$)/i;

/**
 * The token of an Authorization header; other schemes count as none.
 * @throws DomainError `auth.forged` when the scheme is ours and what follows is not one token
 */
export function bearerToken(authorization = ''): string | null {
  if (!SCHEME.test(authorization)) return null;
  const token = authorization.slice('bearer'.length).trim();
  if (!/^[\x21-\x7e]+$/.test(token)) throw new DomainError('auth.forged');
  return token;
}

export interface Presented {
  access: Access;
  method: string;
  authorization: string | undefined;
  cookie: string | undefined;
  cookieName: string;
}

/**
 * The token that counts for a route: by header; by the read cookie only where a GET route says so, since a header cannot be
 * sent by other sites, but a cookie can.
 * @returns null where no one need be signed in
 * @throws DomainError `auth.required`, `auth.forged`
 */
export function presentedToken({
  access,
  method,
  authorization,
  cookie,
  cookieName,
}: Presented): string | null {
  if (access === 'public' || access === 'signed') return null;
  const byHeader = bearerToken(authorization);
  if (byHeader || access === 'visitor') return byHeader;
  const readsOnly = access === 'reader' && (method === 'GET' || method === 'HEAD');
  const byCookie = readsOnly ? cookieValue(cookie, cookieName) : null;
  if (!byCookie) throw new DomainError('auth.required');
  return byCookie;
}
