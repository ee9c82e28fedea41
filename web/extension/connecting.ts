import { api, home } from './browser-api.js';
import { openSession } from './call-server.js';
import { challengeOf, newVerifier } from './pkce.js';
import { attempt, connection } from './stored.js';

/** This includes the time to log in. */
const ATTEMPT_MS = 15 * 60_000;

const server = { origins: api.runtime.getManifest().host_permissions ?? [] };

/** Firefox lets its user withhold the server at any time. */
export const isServerAllowed = (): Promise<boolean> => api.permissions.contains(server);

/**
 * Call it in a click, before any await, else Firefox does not ask for permission. Its question may close the
 * window: the background goes on after a yes.
 * @returns false when permission is withheld
 */
export async function beginConnecting(isAllowed: boolean): Promise<boolean> {
  const asked = isAllowed || api.permissions.request(server);
  await attempt.write({ verifier: newVerifier(), until: Date.now() + ATTEMPT_MS });
  if (isAllowed) await openConnectPage();
  return asked;
}

export async function openConnectPage(): Promise<void> {
  const begun = await attempt.read();
  if (!begun || begun.until < Date.now()) return;
  const page = new URL('extension/connect', home);
  page.searchParams.set('challenge', await challengeOf(begun.verifier));
  await api.tabs.create({ url: page.href });
}

/**
 * An attempt is good for one code.
 * @returns whether the session has begun
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
