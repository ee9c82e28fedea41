import { Button, Loader, NativeSelect, TextInput } from '@mantine/core';
import { limits, messages } from '@skyshelf/contracts/browser';
import { useState, type FormEvent } from 'react';
import { text } from '../../../shared/messages/en.js';
import { useAppDispatch } from '../../../shared/store/hooks.js';
import { useListTagsQuery } from '../elements-api.js';
import { retag } from '../tags/retag.js';
import { DialogFrame } from './dialog-frame.js';
import type { DialogProps } from './dialog-props.js';
import css from './dialogs.module.css';
import { FormButtons } from './element-form.js';

const words = text.dialogs;
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Renames a tag at all elements that have it, or removes it. */
const RetagDialog = ({ dialog, siblings, close }: DialogProps<'retag'>) => {
  const { data, isError } = useListTagsQuery(undefined, { refetchOnMountOrArgChange: true });
  const known = data?.docs ?? [];
  const [chosen, setChosen] = useState(dialog.tag);
  const [typed, setTyped] = useState<string | null>(null);
  const [asks, setAsks] = useState(false);
  const [sending, setSending] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const dispatch = useAppDispatch();
  const of = known.find(({ tag }) => chosen !== null && isSame(tag, chosen)) ?? known[0];
  const tag = of?.tag ?? '';
  const name = (typed ?? tag).trim();
  const merges = name !== tag && known.some((each) => each.tag !== tag && isSame(each.tag, name));

  const send = async (to: string | null): Promise<void> => {
    if (to === tag) return close();
    setSending(true);
    const problem = await dispatch(retag(tag, to, siblings));
    setSending(false);
    setAsks(false);
    if (problem === null) return close();
    setRefused(problem);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name === '') setRefused(messages.required);
    else if (!sending) void send(name);
  };
  if (asks)
    return (
      <DialogFrame title={words.deleteTitle} close={close} width={400} role="alertdialog">
        <p className={css.question}>{words.retagAsk(tag)}</p>
        <FormButtons>
          <Button variant="quiet" onClick={() => setAsks(false)} data-autofocus>
            {words.no}
          </Button>
          <Button variant="danger" loading={sending} onClick={() => void send(null)}>
            {words.yes}
          </Button>
        </FormButtons>
      </DialogFrame>
    );
  return (
    <DialogFrame title={words.retagTitle} close={close}>
      {of ? (
        <form className={css.form} noValidate onSubmit={submit}>
          <NativeSelect
            label={words.retagWhich}
            value={tag}
            data={known.map((each) => each.tag)}
            description={words.retagCount(of.count)}
            inputWrapperOrder={['label', 'input', 'description']}
            onChange={({ currentTarget }) => {
              setChosen(currentTarget.value);
              setTyped(null);
              setRefused(null);
            }}
          />
          <TextInput
            label={words.retagName}
            value={typed ?? tag}
            maxLength={limits.maxTagCharacters}
            error={refused}
            data-autofocus
            onChange={({ currentTarget }) => {
              setTyped(currentTarget.value);
              setRefused(null);
            }}
          />
          {merges && (
            <p className={css.note} role="status">
              {words.retagMerges(name)}
            </p>
          )}
          <FormButtons>
            <Button variant="quiet" mr="auto" onClick={() => setAsks(true)}>
              {words.retagRemove}
            </Button>
            <Button variant="quiet" onClick={close}>
              {words.cancel}
            </Button>
            <Button type="submit" loading={sending}>
              {words.save}
            </Button>
          </FormButtons>
        </form>
      ) : data ? (
        <p className={css.question}>{words.retagNone}</p>
      ) : isError ? (
        <p className={css.question}>{words.someError}</p>
      ) : (
        <Loader size="sm" />
      )}
    </DialogFrame>
  );
};

export default RetagDialog;
