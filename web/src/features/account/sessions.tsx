import { Button } from '@mantine/core';
import { type Answer, messages } from '@skyshelf/contracts/browser';
import { IconDeviceDesktop, IconDeviceMobile, IconPuzzle, IconTerminal2 } from '@tabler/icons-react';
import { useState } from 'react';
import { formatMoment } from '../../shared/format/dates-and-sizes.js';
import { accountTexts as text } from '../../shared/messages/account-texts.js';
import { Panel } from '../../shared/pages/page-frame.js';
import { useAppDispatch } from '../../shared/store/store.js';
import { toast } from '../../shared/toasts/toasts-slice.js';
import { clearBrowserSession, logOut } from './log-out.js';
import { api, queryFnOf } from '../../shared/api/api.js';
import css from './account.module.css';

type Session = Answer<'listSessions'>['docs'][number];

const phones = /Android|iOS|iPhone|iPad/;
const iconOf = ({ device, extension }: Session) =>
  extension
    ? IconPuzzle
    : device === null
      ? IconTerminal2
      : phones.test(device)
        ? IconDeviceMobile
        : IconDeviceDesktop;

const nameOf = ({ browser, device }: Session): string =>
  browser && device ? text.on(browser, device) : (browser ?? device ?? text.unknownDevice);

export const Sessions = () => {
  const { data, isError, refetch } = useSessionsQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <Panel title={text.sessions}>
      <p className={css.hint}>{text.sessionsHint}</p>
      {isError && (
        <div className={css.waiting}>
          <p>{text.sessionsUnavailable}</p>
          <Button variant="quiet" onClick={() => void refetch()}>
            {text.tryAgain}
          </Button>
        </div>
      )}
      <ul className={css.sessions}>
        {data?.docs.map((session) => (
          <SessionRow key={session._id} session={session} />
        ))}
      </ul>
      {data && <EndEverywhere />}
    </Panel>
  );
};

const SessionRow = ({ session }: { session: Session }) => {
  const { _id, current, extension, place, begun, lastSeen } = session;
  const dispatch = useAppDispatch();
  const [end, { isLoading }] = useEndSessionMutation();
  const Icon = iconOf(session);
  const name = extension ? text.extensionIn(nameOf(session)) : nameOf(session);
  const onEnd = async (): Promise<void> => {
    if (current) return logOut();
    const { error } = await end(_id);
    dispatch(error ? toast.error(messages.someError) : toast.success(text.ended));
  };
  return (
    <li>
      <Icon size={24} stroke={1.6} aria-hidden />
      <div>
        <strong>{name}</strong>
        {current && <span className={css.current}>{text.thisSession}</span>}
        <small>
          {text.begun(formatMoment(begun))}
          {place && ` ${text.from(place)}`}, {text.lastSeen(formatMoment(lastSeen))}
        </small>
      </div>
      <Button variant="quiet" loading={isLoading} aria-label={text.endOf(name)} onClick={() => void onEnd()}>
        {text.end}
      </Button>
    </li>
  );
};

const EndEverywhere = () => {
  const dispatch = useAppDispatch();
  const [asked, setAsked] = useState(false);
  const [end, { isLoading }] = useEndAllSessionsMutation();
  const onEnd = async (): Promise<void> => {
    const { error } = await end();
    if (error) dispatch(toast.error(messages.someError));
    else await clearBrowserSession();
  };
  if (!asked)
    return (
      <Button variant="quiet" className={css.everywhere} onClick={() => setAsked(true)}>
        {text.endEverywhere}
      </Button>
    );
  return (
    <div className={css.ask} role="group" aria-label={text.endEverywhere}>
      <p>{text.endEverywhereAsk}</p>
      <Button variant="quiet" autoFocus onClick={() => setAsked(false)}>
        {text.no}
      </Button>
      <Button variant="danger" loading={isLoading} onClick={() => void onEnd()}>
        {text.yes}
      </Button>
    </div>
  );
};

const sessionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    sessions: build.query({ queryFn: queryFnOf('listSessions', (_: void) => ({})) }),
    endSession: build.mutation({
      queryFn: queryFnOf('endSession', (id: string) => ({ body: { id } })),
      onQueryStarted: (id, { dispatch, queryFulfilled }) =>
        void queryFulfilled.then(
          () =>
            dispatch(
              sessionsApi.util.updateQueryData('sessions', undefined, (draft) => {
                draft.docs = draft.docs.filter(({ _id }) => _id !== id);
              }),
            ),
          () => undefined,
        ),
    }),
    endAllSessions: build.mutation({ queryFn: queryFnOf('logOutEverywhere', (_: void) => ({ body: {} })) }),
  }),
});
const { useSessionsQuery, useEndSessionMutation, useEndAllSessionsMutation } = sessionsApi;
