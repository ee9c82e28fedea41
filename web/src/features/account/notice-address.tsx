// First, so that our own styles come after.
import { Button, TextInput } from '@mantine/core';
import { type Answer, messages } from '@skyshelf/contracts/browser';
import { isMailAddress } from '@skyshelf/contracts/rules';
import { type FormEvent, useState } from 'react';
import { isApiError } from '../../shared/api/api-error.js';
import { formatMoment } from '../../shared/format/dates-and-sizes.js';
import { useMailWayQuery } from '../../shared/installation/installation-api.js';
import { noticesTexts as text } from '../../shared/messages/notices-texts.js';
import { Panel } from '../../shared/pages/page-frame.js';
import { useAppDispatch } from '../../shared/store/store.js';
import { toast } from '../../shared/toasts/toasts-slice.js';
import { useNoticesQuery, useRemoveNoticesMutation, useSetNoticesMutation } from './notices-api.js';
import '@mantine/core/styles/Input.css';
import css from './notices.module.css';

type Settings = Answer<'readNotices'>;

export const NoticeAddress = () => {
  const { data, isError, refetch } = useNoticesQuery(undefined, { refetchOnMountOrArgChange: true });
  const [changing, setChanging] = useState(false);
  const { data: way } = useMailWayQuery();
  const note = way && text.way[way.mail];
  return (
    <Panel title={text.title}>
      <p className={css.hint}>{text.hint}</p>
      {note && <p className={css.note}>{note}</p>}
      {isError && !data && (
        <div className={css.row}>
          <p>{text.unavailable}</p>
          <Button variant="quiet" onClick={() => void refetch()}>
            {text.tryAgain}
          </Button>
        </div>
      )}
      {data &&
        (changing || (!data.asked && data.address === null) ? (
          <AddressForm settings={data} close={() => setChanging(false)} />
        ) : (
          <Given settings={data} change={() => setChanging(true)} />
        ))}
    </Panel>
  );
};

const AddressForm = ({ settings, close }: { settings: Settings; close: () => void }) => {
  const dispatch = useAppDispatch();
  const [address, setAddress] = useState(settings.asked?.address ?? settings.address ?? '');
  const [refusal, setRefusal] = useState<string | null>(null);
  const [set, { isLoading }] = useSetNoticesMutation();
  const isGiven = settings.asked !== null || settings.address !== null;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const given = address.trim();
    if (given === '') return setRefusal(text.required);
    if (!isMailAddress(given)) return setRefusal(text.invalid);
    setRefusal(null);
    const { error } = await set(given);
    if (!error) close();
    else dispatch(toast.error(isApiError(error) ? error.message : messages.someError));
  };
  return (
    <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
      <TextInput
        className={css.field}
        label={text.address}
        type="email"
        autoComplete="email"
        maxLength={254}
        value={address}
        error={refusal}
        onChange={({ currentTarget }) => setAddress(currentTarget.value)}
      />
      <div className={css.buttons}>
        <Button type="submit" loading={isLoading}>
          {text.save}
        </Button>
        {isGiven && (
          <Button variant="quiet" onClick={close}>
            {text.cancel}
          </Button>
        )}
      </div>
    </form>
  );
};

const Given = ({ settings: { address, asked }, change }: { settings: Settings; change: () => void }) => {
  const dispatch = useAppDispatch();
  const [set, setting] = useSetNoticesMutation();
  const [remove, removing] = useRemoveNoticesMutation();
  const said = (error: unknown, success: string): void =>
    void dispatch(
      error ? toast.error(isApiError(error) ? error.message : messages.someError) : toast.success(success),
    );
  const onResend = async (given: string): Promise<void> => said((await set(given)).error, text.sentAgain);
  const onRemove = async (): Promise<void> => said((await remove(undefined)).error, text.removed);
  return (
    <>
      <p className={css.row}>
        <strong className={css.address}>{asked?.address ?? address}</strong>
        <span className={css.state} data-confirmed={!asked}>
          {asked ? text.notConfirmed : text.confirmed}
        </span>
      </p>
      {asked && <Asked asked={asked} before={address} />}
      <div className={css.buttons}>
        {asked && (
          <Button variant="quiet" loading={setting.isLoading} onClick={() => void onResend(asked.address)}>
            {text.resend}
          </Button>
        )}
        <Button variant="quiet" onClick={change}>
          {text.change}
        </Button>
        <Button variant="quiet" loading={removing.isLoading} onClick={() => void onRemove()}>
          {text.remove}
        </Button>
      </div>
    </>
  );
};

const Asked = ({ asked, before }: { asked: NonNullable<Settings['asked']>; before: string | null }) => {
  const way = useMailWayQuery().data?.mail ?? 'server';
  return (
    <p className={css.hint} role="status">
      {text.mailSent[way](formatMoment(asked.expires))} {before !== null && text.until(before)}
    </p>
  );
};
