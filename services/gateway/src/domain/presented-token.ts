import { DomainError, type Access } from '@skyshelf/contracts';

export function cookieValue(header: string | undefined, name: string): string | null {
  if (!header) return null;
  // Without splitting: a header may have as many parts as characters.
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
 * Other schemes count as none.
 * @throws DomainError `auth.forged` when what follows is not one token
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
 * The read cookie only where a GET route allows it: other sites can send cookies, not headers.
 * @returns null where no sign-in is needed
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
