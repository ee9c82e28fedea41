import { useEffect } from 'react';
import { Loading } from '../../shared/pages/loading.js';
import { text } from '../../shared/messages/en.js';
import { currentSession, startSession } from '../../shared/session/current-session.js';
import { ensureReadCookie } from '../../shared/session/read-cookie.js';
import { takeTarget } from '../../shared/session/return-to.js';
import { report } from '../../shared/report.js';
import { readCallbackHash } from './callback-hash.js';
import { takeSignInStarted } from './started-here.js';

const finish = async (to: string | undefined): Promise<void> => {
  const result = readCallbackHash(location.hash, Date.now());
  // The tokens leave the address at once, so that they stay in no history entry.
  history.replaceState(null, '', location.pathname);
  if (result.kind === 'error' && result.error === 'invalid_token') return location.reload();
  const startedHere = takeSignInStarted();
  if (result.kind === 'error') report(`Logging in failed: ${result.error}`);
  // A foreign link must not exchange the account of somebody who is logged in already.
  if (result.kind !== 'session' || (!startedHere && currentSession())) {
    return location.replace(currentSession() ? '/allfiles/' : '/');
  }
  startSession(result.session);
  await ensureReadCookie().catch((failure: unknown) => report('The read cookie could not be set', failure));
  location.replace(to ?? takeTarget());
};

/** The way back from the identity provider. */
const Callback = ({ to }: { to?: '/pricing' }) => {
  useEffect(() => void finish(to), [to]);
  return <Loading label={text.signIn.finishing} />;
};

export default Callback;
