import { Button } from '@mantine/core';
import type { Answer } from '@skyshelf/contracts/browser';
import { lazy, Suspense } from 'react';
import { useUserInfoQuery } from '../../shared/account/settings-api.js';
import { formatLongDay } from '../../shared/format/dates-and-sizes.js';
import { legalTexts as text } from '../../shared/messages/legal-texts.js';
import { Loading, ShelfPicture } from '../../shared/pages/notice.js';
import { PageFrame } from '../../shared/pages/page-frame.js';
import { useSession } from '../../shared/session/current-session.js';
import { api, queryFnOf } from '../../shared/api/api.js';
import css from './updates.module.css';

const UpdateForm = lazy(async () => ({ default: (await import('../admin/public.js')).UpdateForm }));

const dayOf = (iso: string): string => formatLongDay(iso).replace(/ (\d+)$/, ', $1');

const Updates = () => {
  const { data, isError, refetch } = useUpdatesQuery(undefined, { refetchOnMountOrArgChange: true });
  const { data: user } = useUserInfoQuery(undefined, { skip: useSession() === null });
  return (
    <PageFrame title={text.updates} lead={text.updatesLead} narrow>
      {user?.admin && (
        <Suspense>
          <UpdateForm inserted={() => void refetch()} />
        </Suspense>
      )}
      {data ? (
        <UpdateList docs={data.docs} />
      ) : isError ? (
        <div className={css.none}>
          <p>{text.unavailable}</p>
          <Button variant="quiet" onClick={() => void refetch()}>
            {text.tryAgain}
          </Button>
        </div>
      ) : (
        <Loading />
      )}
    </PageFrame>
  );
};

const UpdateList = ({ docs }: Answer<'listUpdates'>) =>
  docs.length === 0 ? (
    <div className={css.none}>
      <ShelfPicture />
      <p>{text.noUpdates}</p>
    </div>
  ) : (
    <ol className={css.list}>
      {docs.map(({ _id, headline, content, date }) => (
        <li key={_id} className="sheet">
          <time dateTime={date}>{dayOf(date)}</time>
          <h2 className="title">{headline}</h2>
          <p>{content}</p>
        </li>
      ))}
    </ol>
  );

export default Updates;

const updatesApi = api.injectEndpoints({
  endpoints: (build) => ({
    updates: build.query({ queryFn: queryFnOf('listUpdates', (_: void) => ({ body: {} })) }),
  }),
});
const { useUpdatesQuery } = updatesApi;
