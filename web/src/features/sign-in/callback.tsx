import { Anchor } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Loading } from '../../shared/pages/loading.js';
import { Notice } from '../../shared/pages/notice.js';
import { text } from '../../shared/messages/en.js';
import { currentSession, startSession } from '../../shared/session/current-session.js';
import { ensureReadCookie } from '../../shared/session/read-cookie.js';
import { takeTarget } from '../../shared/session/return-to.js';
import { report } from '../../shared/report.js';
import { takeSignIn } from './begun-sign-ins.js';
import { readCallbackHash } from './callback-hash.js';

const leave = (error: string | null): void => {
  if (error === 'invalid_token') return location.reload();
  if (error) report(`Logging in failed: ${error}`);
  location.replace(currentSession() ? '/allfiles/' : '/');
};

/** @returns whether the page stays because the sign-in did not begin in this browser */
const finish = async (to: string | undefined): Promise<boolean> => {
  const result = readCallbackHash(location.hash, Date.now());
  // The tokens leave the address at once, so that they stay in no history entry.
  history.replaceState(null, '', location.pathname);
  if (result.kind !== 'session') {
    leave(result.kind === 'error' ? result.error : null);
    return false;
  }
  // A link with tokens of another account must sign no one in.
  if (!takeSignIn(localStorage, result.state, Date.now())) return true;
  startSession(result.session);
  await ensureReadCookie().catch((failure: unknown) => report('The read cookie could not be set', failure));
  location.replace(to ?? takeTarget());
  return false;
};

/** The way back from the identity provider. */
const Callback = ({ to }: { to?: '/pricing' }) => {
  const [refused, setRefused] = useState(false);
  useEffect(() => void finish(to).then(setRefused), [to]);
  return refused ? <NotBegunHere to={to} /> : <Loading label={text.signIn.finishing} />;
};

const NotBegunHere = ({ to }: { to: '/pricing' | undefined }) => (
  <Notice
    title={text.signIn.notBegunHere}
    text={text.signIn.notBegunHereText}
    action={text.signIn.logIn}
    href={to ? '/loginpricing' : '/login'}
  >
    {currentSession() && <Anchor href="/allfiles/">{text.signIn.toFiles}</Anchor>}
  </Notice>
);

export default Callback;
