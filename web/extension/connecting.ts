import { api, home } from './browser-api.js';
import { openSession } from './call-server.js';
import { challengeOf, newVerifier } from './pkce.js';
import { attempt, connection } from './stored.js';

/** Time to log in first, milliseconds. */
const ATTEMPT_MS = 15 * 60_000;

/** Opens the page of the server on which its user allows this extension to connect. */
export async function beginConnecting(): Promise<void> {
  // Firefox lets its user withhold this; where it is given there is no question.
  await api.permissions
    .request({ origins: [`${new URL(home).protocol}//${new URL(home).hostname}/*`] })
    .catch(() => false);
  const verifier = newVerifier();
  await attempt.write({ verifier, until: Date.now() + ATTEMPT_MS });
  const page = new URL('extension/connect', home);
  page.searchParams.set('challenge', await challengeOf(verifier));
  await api.tabs.create({ url: page.href });
}

/**
 * Begins the session with the code that the page was given. An attempt is good for one code: another code, from whomever, would be none of ours.
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
