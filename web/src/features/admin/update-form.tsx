// First, so that our own styles come after.
import { Button, Textarea, TextInput } from '@mantine/core';
import { messages } from '@skyshelf/contracts/browser';
import { type FormEvent, useState } from 'react';
import { newKey } from '../../shared/api/call-input.js';
import { adminTexts as text } from '../../shared/messages/admin-texts.js';
import { Panel } from '../../shared/pages/page-frame.js';
import { useAppDispatch } from '../../shared/store/store.js';
import { toast } from '../../shared/toasts/toasts-slice.js';
import { api, queryFnOf } from '../../shared/api/api.js';
import '@mantine/core/styles/Input.css';
import css from './admin.module.css';

const empty: WrittenUpdate = { headline: '', content: '' };
const isMissing = (value: string): boolean => value.trim() === '';

/** Sent again, it is the same update. */
export const UpdateForm = ({ inserted }: { inserted: () => void }) => {
  const dispatch = useAppDispatch();
  const [insert, { isLoading }] = useInsertUpdateMutation();
  const [written, setWritten] = useState(empty);
  const [key, setKey] = useState(newKey);
  const [checked, setChecked] = useState(false);
  const write = (change: Partial<WrittenUpdate>): void => {
    setWritten({ ...written, ...change });
    setKey(newKey());
  };
  const errorOf = (field: keyof WrittenUpdate) =>
    checked && isMissing(written[field]) ? messages.required : null;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setChecked(true);
    if (isLoading || isMissing(written.headline) || isMissing(written.content)) return;
    const { error } = await insert({ obj: written, key });
    if (error) return void dispatch(toast.error(text.insertFailed));
    dispatch(toast.success(text.inserted));
    setWritten(empty);
    setKey(newKey());
    setChecked(false);
    inserted();
  };
  return (
    <Panel title={text.add}>
      <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
        <TextInput
          label={text.headline}
          value={written.headline}
          maxLength={200}
          error={errorOf('headline')}
          onChange={({ currentTarget }) => write({ headline: currentTarget.value })}
        />
        <Textarea
          label={text.content}
          value={written.content}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={10_000}
          error={errorOf('content')}
          onChange={({ currentTarget }) => write({ content: currentTarget.value })}
        />
        <Button type="submit" loading={isLoading}>
          {text.insert}
        </Button>
      </form>
    </Panel>
  );
};

interface WrittenUpdate {
  headline: string;
  content: string;
}

const insertUpdateApi = api.injectEndpoints({
  endpoints: (build) => ({
    insertUpdate: build.mutation({
      queryFn: queryFnOf('insertUpdate', ({ obj, key }: { obj: WrittenUpdate; key: string }) => ({
        body: { obj: { ...obj, date: new Date().toISOString() } },
        idempotencyKey: key,
      })),
    }),
  }),
});
const { useInsertUpdateMutation } = insertUpdateApi;
