import { Button, Checkbox } from '@mantine/core';
import { IconAlertTriangle, IconFileZip } from '@tabler/icons-react';
import { useState } from 'react';
import { type Answer, messages } from '@skyshelf/contracts/browser';
import { useUsageQuery } from '../../shared/account/settings-api.js';
import { isApiError } from '../../shared/api/api-error.js';
import { newKey } from '../../shared/api/call-input.js';
import { startDownload } from '../../shared/files/start-download.js';
import { formatMoment, formatSize } from '../../shared/format/dates-and-sizes.js';
import { takeoutTexts as text } from '../../shared/messages/account-texts.js';
import { Panel } from '../../shared/pages/page-frame.js';
import { useAppDispatch } from '../../shared/store/store.js';
import { toast } from '../../shared/toasts/toasts-slice.js';
import { api, queryFnOf } from '../../shared/api/api.js';
import '@mantine/core/styles/Checkbox.css';
import css from './panels.module.css';

type Shown = NonNullable<Answer<'readTakeout'>['takeout']>;

const ASK_AGAIN_MS = 2000;

export const Takeout = () => {
  const { data, isError, refetch } = useTakeoutState();
  return (
    <Panel title={text.title}>
      <p className={css.lead}>{text.lead}</p>
      <p className={css.small}>{text.small}</p>
      {isError && !data && (
        <div className={css.row} role="status">
          <p>{text.unavailable}</p>
          <Button variant="quiet" onClick={() => void refetch()}>
            {text.tryAgain}
          </Button>
        </div>
      )}
      {data?.takeout?.state === 'making' && <Making {...data.takeout} />}
      {data?.takeout?.state === 'ready' && <Ready takeout={data.takeout} nextAt={data.nextAt} />}
      {data?.takeout?.state === 'failed' && <Failed />}
      {data && !data.takeout && <Begin>{text.begin}</Begin>}
    </Panel>
  );
};

const useTakeoutState = () => {
  const first = useTakeoutQuery(undefined, { refetchOnMountOrArgChange: true });
  const isMaking = first.data?.takeout?.state === 'making';
  useTakeoutQuery(undefined, { pollingInterval: isMaking ? ASK_AGAIN_MS : 0 });
  return first;
};

const Begin = ({ children, quiet = false }: { children: string; quiet?: boolean }) => {
  const dispatch = useAppDispatch();
  const [begin, { isLoading }] = useBeginTakeoutMutation();
  const { bytes, chosen, setChosen } = useTakeoutChoice();
  const onBegin = async (): Promise<void> => {
    const { error } = await begin({ chosen, key: newKey() });
    if (error) dispatch(toast.error(isApiError(error) ? error.message : messages.someError));
  };
  return (
    <>
      {choices.map(
        (choice) =>
          bytes[choice] > 0 && (
            <Checkbox
              key={choice}
              checked={chosen[choice] ?? false}
              label={text.with[choice](formatSize(bytes[choice]))}
              onChange={({ currentTarget }) => setChosen({ ...chosen, [choice]: currentTarget.checked })}
            />
          ),
      )}
      <Button {...(quiet && { variant: 'quiet' })} loading={isLoading} onClick={() => void onBegin()}>
        {children}
      </Button>
    </>
  );
};

const choices = ['trash', 'history'] as const;
type Chosen = Partial<Record<(typeof choices)[number], boolean>>;

const useTakeoutChoice = () => {
  const { data } = useUsageQuery();
  const [chosen, setChosen] = useState<Chosen>({});
  const { kept = 0, history = 0 } = data?.result ?? {};
  return { bytes: { trash: kept - history, history }, chosen, setChosen };
};

const Making = ({ id, percent }: Shown) => {
  const dispatch = useAppDispatch();
  const [cancel, { isLoading }] = useCancelTakeoutMutation();
  const onCancel = async (): Promise<void> => {
    const { error } = await cancel({ id, key: newKey() });
    if (error) dispatch(toast.error(isApiError(error) ? error.message : messages.someError));
  };
  return (
    <div className={css.row}>
      <div className={css.progress}>
        <p role="status">
          <strong>{text.making}</strong>
          <span>{percent} %</span>
        </p>
        <div className={css.bar} role="progressbar" aria-label={text.making} aria-valuenow={percent}>
          <span style={{ width: `${percent}%` }} />
        </div>
        <small>{text.makingHint}</small>
      </div>
      <Button variant="quiet" loading={isLoading} onClick={() => void onCancel()}>
        {text.cancel}
      </Button>
    </div>
  );
};

const Ready = ({ takeout, nextAt }: { takeout: Shown; nextAt: string | null }) => {
  const { id, expires, parts, leftOut } = takeout;
  return (
    <>
      <p className={css.state} role="status">
        <strong>{text.ready(formatMoment(expires ?? ''))}</strong>
      </p>
      {leftOut > 0 && <p className={css.small}>{text.leftOut(leftOut)}</p>}
      <ul className={css.parts} aria-label={text.parts}>
        {parts.map((each) => (
          <Part key={each.part} id={id} {...each} />
        ))}
      </ul>
      {nextAt === null ? (
        <Begin quiet>{text.beginNext}</Begin>
      ) : (
        <p className={css.next}>{text.next(formatMoment(nextAt))}</p>
      )}
    </>
  );
};

const Part = ({ id, part, name, size, files }: Shown['parts'][number] & { id: string }) => (
  <li>
    <IconFileZip size={24} stroke={1.6} aria-hidden />
    <div>
      <strong>{name}</strong>
      <small>{text.part(formatSize(size), files)}</small>
    </div>
    <Button
      variant="quiet"
      aria-label={text.downloadOf(name)}
      onClick={() => void startDownload(`/api/takeout/part?id=${encodeURIComponent(id)}&part=${part}`)}
    >
      {text.download}
    </Button>
  </li>
);

const Failed = () => (
  <div className={css.row} role="alert">
    <IconAlertTriangle size={22} aria-hidden />
    <p>
      <strong>{text.failed}.</strong> {text.failedHint}
    </p>
    <Begin>{text.tryAgain}</Begin>
  </div>
);

const takeoutApi = api.injectEndpoints({
  endpoints: (build) => ({
    takeout: build.query({ queryFn: queryFnOf('readTakeout', (_: void) => ({})) }),
    beginTakeout: build.mutation({
      queryFn: queryFnOf('beginTakeout', ({ chosen, key }: { chosen: Chosen; key: string }) => ({
        body: chosen,
        idempotencyKey: key,
      })),
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        void queryFulfilled.then(
          ({ data }) => dispatch(shown(data)),
          () => undefined,
        ),
    }),
    cancelTakeout: build.mutation({
      queryFn: queryFnOf('cancelTakeout', ({ id, key }: { id: string; key: string }) => ({
        body: { id },
        idempotencyKey: key,
      })),
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        void queryFulfilled.then(
          ({ data }) => dispatch(shown(data)),
          () => undefined,
        ),
    }),
  }),
});
const shown = (takeout: Answer<'readTakeout'>) =>
  takeoutApi.util.upsertQueryData('takeout', undefined, takeout);

const { useTakeoutQuery, useBeginTakeoutMutation, useCancelTakeoutMutation } = takeoutApi;
