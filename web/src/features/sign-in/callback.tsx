import { Anchor } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Loading, Notice } from '../../shared/pages/notice.js';
import { signInTexts as text } from '../../shared/messages/sign-in-texts.js';
import { currentSession, startSession, consumeTarget } from '../../shared/session/current-session.js';
import { ensureReadCookie } from '../../shared/session/read-cookie.js';
import { logError } from '../../shared/log-error.js';
import { consumeSignIn } from './begun-sign-ins.js';
import {
  type ClosingAccount as Closing,
  type ClosingAccount as ClosingAccountOffer,
  readCallbackHash,
} from './callback-hash.js';
import { ApiFailure } from '../../shared/api/api-error.js';
import { callApi } from '../../shared/api/call-api.js';
import { formatMoment } from '../../shared/format/dates-and-sizes.js';
import { deletionTexts } from '../../shared/messages/deletion-texts.js';

const leave = (error: string | null): void => {
  if (error === 'invalid_token') return location.reload();
  if (error) logError(`Logging in failed: ${error}`);
  location.replace(currentSession() ? '/allfiles/' : '/');
};

type Stays = 'not begun here' | ClosingAccountOffer;

/** @returns why the page stays, null when it is left */
const finish = async (to: string | undefined): Promise<Stays | null> => {
  const result = readCallbackHash(location.hash, Date.now());
  // So that tokens stay in no history entry.
  history.replaceState(null, '', location.pathname);
  if (result.kind === 'closing') return result.account;
  if (result.kind !== 'session') {
    leave(result.kind === 'error' ? result.error : null);
    return null;
  }
  // A link with tokens of another account must sign no one in.
  if (!consumeSignIn(localStorage, result.state, Date.now())) return 'not begun here';
  startSession(result.session);
  await ensureReadCookie().catch((failure: unknown) => logError('The read cookie could not be set', failure));
  location.replace(to ?? consumeTarget());
  return null;
};

const Callback = ({ to }: { to?: '/pricing' }) => {
  const [stays, setStays] = useState<Stays | null>(null);
  useEffect(() => void finish(to).then(setStays), [to]);
  if (stays === null) return <Loading label={text.finishing} />;
  return stays === 'not begun here' ? <NotBegunHere to={to} /> : <ClosingAccount account={stays} />;
};

const NotBegunHere = ({ to }: { to: '/pricing' | undefined }) => (
  <Notice
    title={text.notBegunHere}
    text={text.notBegunHereText}
    action={text.logIn}
    href={to ? '/loginpricing' : '/login'}
  >
    {currentSession() && <Anchor href="/allfiles/">{text.toFiles}</Anchor>}
  </Notice>
);

export default Callback;

const ClosingAccount = ({ account: { keep, deleteAfter } }: { account: Closing }) => {
  const [problem, setProblem] = useState<string | null>(null);
  if (keep === null || deleteAfter === null)
    return (
      <Notice
        title={deletionTexts.goneTitle}
        text={deletionTexts.gone}
        action={deletionTexts.leave}
        href="/"
      />
    );
  const onKeep = async (): Promise<void> => {
    try {
      await callApi('keepAccount', { body: { code: keep } }, { tries: 3 });
      location.replace('/login');
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      setProblem(failure.error.message);
    }
  };
  return (
    <Notice
      title={deletionTexts.closingTitle}
      text={deletionTexts.closing(formatMoment(deleteAfter))}
      action={problem === null ? deletionTexts.keep : deletionTexts.logInAgain}
      {...(problem === null ? { onAction: () => void onKeep() } : { href: '/login' })}
    >
      {problem !== null && <p role="alert">{problem}</p>}
      <Anchor href="/">{deletionTexts.letGo}</Anchor>
    </Notice>
  );
};
