import type { Answer, Body } from '@skyshelf/contracts/browser';
import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { api, queryFnOf } from '../../shared/api/api.js';
import { adminTexts as text } from '../../shared/messages/admin-texts.js';
import css from './admin.module.css';

export type CancelledAccount = Answer<'listCancelled'>['docs'][number];
type AccountPage = Answer<'showAccountData'>;

/** Fetches without a cache: an admin sees the present state. */
const cancelledApi = api.injectEndpoints({
  endpoints: (build) => ({
    listCancelled: build.mutation({
      queryFn: queryFnOf('listCancelled', (after: string | null) => ({
        body: after === null ? {} : { after },
      })),
    }),
    showAccountData: build.mutation({
      queryFn: queryFnOf('showAccountData', (body: Body<'showAccountData'>) => ({ body })),
    }),
    deleteCancelled: build.mutation({
      queryFn: queryFnOf('deleteCancelled', ({ accountId, key }: { accountId: string; key: string }) => ({
        body: { accountId },
        idempotencyKey: key,
      })),
    }),
  }),
});
export const { useListCancelledMutation, useShowAccountDataMutation, useDeleteCancelledMutation } =
  cancelledApi;

interface JsonTreeProps {
  name: string;
  value: unknown;
  open?: boolean;
}

const JsonTree = ({ name, value, open = false }: JsonTreeProps) => {
  if (typeof value !== 'object' || value === null)
    return (
      <p className={css.leaf}>
        <span>{name}</span> <code>{JSON.stringify(value)}</code>
      </p>
    );
  const entries = Object.entries(value);
  return (
    <details className={css.branch} open={open}>
      <summary>
        {name} <small>{Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`}</small>
      </summary>
      <ul>
        {entries.map(([key, each]) => (
          <li key={key}>
            <JsonTree name={key} value={each} />
          </li>
        ))}
      </ul>
    </details>
  );
};

export const AccountContent = ({ account, clear }: { account: CancelledAccount; clear: () => void }) => {
  const [ask, { isLoading, isError }] = useShowAccountDataMutation();
  const [shown, setShown] = useState<AccountPage | null>(null);
  const load = useEffectEvent(() => void loadPage());
  useEffect(() => load(), []);
  const loadPage = async (): Promise<void> => {
    const after = shown?.next ?? undefined;
    const { data } = await ask({ accountId: account._id, ...(after && { after }) });
    if (data) setShown((before) => joined(before, data));
  };
  return (
    <section className={css.content} aria-label={text.contentOf(account.user)}>
      <header>
        <h3>{text.contentOf(account.user)}</h3>
        <Button variant="quiet" onClick={clear}>
          {text.clear}
        </Button>
      </header>
      {shown && (
        <>
          <JsonTree name="s3" value={shown.content.s3} open />
          <JsonTree name="db" value={shown.content.db} open />
        </>
      )}
      {isError && <p role="status">{text.notFound}</p>}
      {shown?.next && (
        <Button variant="quiet" loading={isLoading} onClick={() => void loadPage()}>
          {text.more}
        </Button>
      )}
    </section>
  );
};

const joined = (before: AccountPage | null, { content, next }: AccountPage): AccountPage => {
  if (!before) return { content, next };
  const { s3, db } = before.content;
  const elements = [...db.elements, ...content.db.elements];
  return { content: { s3: [...s3, ...content.s3], db: { ...db, elements } }, next };
};
