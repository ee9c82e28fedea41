import { api, home } from './browser-api.js';
import { openSession } from './call-server.js';
import { challengeOf, newVerifier } from './pkce.js';
import { attempt, connection } from './stored.js';

/** Time to log in first, milliseconds. */
const ATTEMPT_MS = 15 * 60_000;

const server = { origins: api.runtime.getManifest().host_permissions ?? [] };

/** Firefox lets its user withhold the server from its extension, at any time. */
export const isServerAllowed = (): Promise<boolean> => api.permissions.contains(server);

/**
 * Leads to the page of the server on which its user allows this extension to connect. To be called during a click,
 * before anything is waited for: only then does Firefox ask for what is withheld. Its question may close the
 * extension's window, so the background goes on once the answer is yes.
 * @returns false when the server stays withheld
 */
export async function beginConnecting(isAllowed: boolean): Promise<boolean> {
  const asked = isAllowed || api.permissions.request(server);
  await attempt.write({ verifier: newVerifier(), until: Date.now() + ATTEMPT_MS });
  if (isAllowed) await openConnectPage();
  return asked;
}

/** Opens that page, if an attempt has begun. */
export async function openConnectPage(): Promise<void> {
  const begun = await attempt.read();
  if (!begun || begun.until < Date.now()) return;
  const page = new URL('extension/connect', home);
  page.searchParams.set('challenge', await challengeOf(begun.verifier));
  await api.tabs.create({ url: page.href });
}

/**
 * Begins the session with the code that the page was given. An attempt is good for one code: another code, from
 * whomever, would be none of ours.
 * @returns whether it has begun
 */
export async function finishConnecting(code: string): Promise<boolean> {
  const begun = await attempt.read();
  await attempt.remove();
  if (!begun || begun.until < Date.now()) return false;
  try {
    await connection.write(await openSession(code, begun.verifier));
    return true;
  } catch {
    return false;
  }
}
