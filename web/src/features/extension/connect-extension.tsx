import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useUserInfoQuery } from '../../shared/account/settings-api.js';
import { extensionTexts } from '../../shared/messages/extension-texts.js';
import { Loading, Notice } from '../../shared/pages/notice.js';
import { currentSession, rememberTarget } from '../../shared/session/current-session.js';
import { api, queryFnOf } from '../../shared/api/api.js';

const text = extensionTexts.connect;

const TIMEOUT_MS = 10_000;

type State = 'asks' | 'waits' | 'connected' | 'refused' | 'silent';

const stateOfHash = (): State | null =>
  location.hash === '#connected' ? 'connected' : location.hash === '#refused' ? 'refused' : null;

const challengeOf = (search: string): string | null => {
  const challenge = new URLSearchParams(search).get('challenge') ?? '';
  return /^[\w-]{43}$/.test(challenge) ? challenge : null;
};

/**
 * The code stands behind this very address, where only the extension's script reads it: no one is redirected.
 */
const ConnectExtension = () => {
  const [challenge] = useState(() => challengeOf(location.search));
  const [, navigate] = useLocation();
  const mayAsk = challenge !== null && currentSession() !== null;
  useEffect(() => {
    if (challenge === null || mayAsk) return;
    rememberTarget(location.pathname + location.search);
    navigate('/login', { replace: true });
  }, [challenge, mayAsk, navigate]);
  if (challenge === null)
    return (
      <Notice title={text.invalid} text={text.invalidText} action={text.toExtension} href="/extension" />
    );
  return mayAsk ? <Question challenge={challenge} /> : <Loading />;
};

const Question = ({ challenge }: { challenge: string }) => {
  const [state, setState] = useState<State>(() => stateOfHash() ?? 'asks');
  const [connect] = useConnectExtensionMutation();
  const { data: user } = useUserInfoQuery();
  useExtensionAnswer(state, setState);
  const onConnect = async (): Promise<void> => {
    setState('waits');
    const { data } = await connect(challenge);
    if (data) location.replace(`#code=${data.code}`);
    else setState('refused');
  };
  if (state === 'waits') return <Loading label={text.waiting} />;
  if (state === 'connected')
    return (
      <Notice title={text.connected} text={text.connectedText} action={text.toFiles} href="/allfiles/" />
    );
  if (state !== 'asks')
    return (
      <Notice
        title={text.refused}
        text={state === 'silent' ? text.silent : text.refusedText}
        action={text.toExtension}
        href="/extension"
      />
    );
  return (
    <Notice
      title={text.title}
      text={text.text(user?.name ?? text.you)}
      action={text.action}
      onAction={() => void onConnect()}
      below={
        <Button component="a" href="/allfiles/" variant="quiet">
          {text.cancel}
        </Button>
      }
    >
      <p>{text.only}</p>
    </Notice>
  );
};

const useExtensionAnswer = (state: State, setState: (state: State) => void): void => {
  useEffect(() => {
    const hear = (): void => {
      const heard = stateOfHash();
      if (heard) setState(heard);
    };
    addEventListener('hashchange', hear);
    return () => removeEventListener('hashchange', hear);
  }, [setState]);
  useEffect(() => {
    if (state !== 'waits') return;
    const late = setTimeout(() => setState('silent'), TIMEOUT_MS);
    return () => clearTimeout(late);
  }, [state, setState]);
};

export default ConnectExtension;

const extensionApi = api.injectEndpoints({
  endpoints: (build) => ({
    connectExtension: build.mutation({
      queryFn: queryFnOf('connectExtension', (challenge: string) => ({ body: { challenge } })),
    }),
  }),
});
const { useConnectExtensionMutation } = extensionApi;
