import { Button, Loader, NativeSelect, TextInput } from '@mantine/core';
import { type ElementView, limits, messages } from '@skyshelf/contracts/browser';
import { type FormEvent, useState } from 'react';
import { tagsOf } from '@skyshelf/contracts/rules';
import { text } from '../../../shared/messages/en.js';
import { type AppThunk, useAppDispatch } from '../../../shared/store/store.js';
import { useListTagsQuery } from '../elements-api.js';
import { ApiFailure } from '../../../shared/api/api-error.js';
import { callApi } from '../../../shared/api/call-api.js';
import { newKey } from '../../../shared/api/call-input.js';
import { applyChanges } from '../../../shared/listings/listing-cache.js';
import { logError } from '../../../shared/log-error.js';
import { toast } from '../../../shared/toasts/toasts-slice.js';
import { tracked } from '../../undo/public.js';
import { selectView, tagChosen } from '../state/view-slice.js';
import { DialogFrame } from '../../../shared/dialogs/dialog-frame.js';
import type { DialogProps } from '../state/overlay-slice.js';
import { FormButtons } from './element-form.js';
import css from './dialogs.module.css';

const words = text.dialogs;
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

function useRetag({ dialog, siblings, close }: DialogProps<'retag'>) {
  const { data, isError } = useListTagsQuery(undefined, { refetchOnMountOrArgChange: true });
  const known = data?.docs ?? [];
  const [chosen, setChosen] = useState(dialog.tag);
  const [typed, setTyped] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const dispatch = useAppDispatch();
  const of = known.find(({ tag }) => chosen !== null && isSame(tag, chosen)) ?? known[0];
  const tag = of?.tag ?? '';
  const type = (name: string | null): void => {
    setTyped(name);
    setRefused(null);
  };
  const choose = (name: string): void => {
    setChosen(name);
    type(null);
  };
  const send = async (to: string | null): Promise<void> => {
    if (to === tag) return close();
    if (to === '') return setRefused(messages.required);
    setSending(true);
    const problem = await dispatch(retag(tag, to, siblings));
    setSending(false);
    if (problem === null) return close();
    setRefused(problem);
  };
  const name = typed ?? tag;
  return { known, isKnown: data !== undefined, isError, of, tag, name, refused, sending, type, choose, send };
}
type Retag = ReturnType<typeof useRetag>;

interface QuestionProps {
  retagging: Retag;
  close: () => void;
  back: () => void;
}

const RemoveQuestion = ({ retagging: { tag, sending, send }, close, back }: QuestionProps) => (
  <DialogFrame title={words.deleteTitle} close={close} width={400} role="alertdialog">
    <p className={css.question}>{words.retagAsk(tag)}</p>
    <FormButtons>
      <Button variant="quiet" onClick={back} data-autofocus>
        {words.no}
      </Button>
      <Button variant="danger" loading={sending} onClick={() => void send(null).then(back)}>
        {words.yes}
      </Button>
    </FormButtons>
  </DialogFrame>
);

const Fields = ({ retagging }: { retagging: Retag }) => {
  const { known, of, tag, name, refused, type, choose } = retagging;
  const typed = name.trim();
  const merges = typed !== tag && known.some((each) => each.tag !== tag && isSame(each.tag, typed));
  return (
    <>
      <NativeSelect
        label={words.retagWhich}
        value={tag}
        data={known.map((each) => each.tag)}
        description={words.retagCount(of?.count ?? 0)}
        inputWrapperOrder={['label', 'input', 'description']}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      <TextInput
        label={words.retagName}
        value={name}
        maxLength={limits.maxTagCharacters}
        error={refused}
        data-autofocus
        onChange={({ currentTarget }) => type(currentTarget.value)}
      />
      {merges && (
        <p className={css.note} role="status">
          {words.retagMerges(typed)}
        </p>
      )}
    </>
  );
};

const NoTags = ({ retagging: { isKnown, isError } }: { retagging: Retag }) => {
  if (!isKnown && !isError) return <Loader size="sm" />;
  return <p className={css.question}>{isKnown ? words.retagNone : words.someError}</p>;
};

const RetagDialog = (props: DialogProps<'retag'>) => {
  const { close } = props;
  const retagging = useRetag(props);
  const { of, name, sending, send } = retagging;
  const [asks, setAsks] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!sending) void send(name.trim());
  };
  if (asks) return <RemoveQuestion retagging={retagging} close={close} back={() => setAsks(false)} />;
  return (
    <DialogFrame title={words.retagTitle} close={close}>
      {of ? (
        <form className={css.form} noValidate onSubmit={submit}>
          <Fields retagging={retagging} />
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
      ) : (
        <NoTags retagging={retagging} />
      )}
    </DialogFrame>
  );
};

export default RetagDialog;

/**
 * The open folder shows it at once; live changes bring the others.
 * @returns the message when refused
 */
const retag =
  (tag: string, to: string | null, here: readonly ElementView[]): AppThunk<Promise<string | null>> =>
  async (dispatch, getState) => {
    const idempotencyKey = newKey();
    try {
      await tracked(
        to === null
          ? callApi('removeTag', { body: { tag }, idempotencyKey })
          : callApi('renameTag', { body: { tag, to }, idempotencyKey }),
      );
    } catch (failure) {
      logError('A tag could not be changed', failure);
      return failure instanceof ApiFailure ? failure.error.message : text.dialogs.someError;
    }
    const isIt = (one: string): boolean => one === tag;
    const elements = here
      .filter(({ linktag }) => linktag.some(isIt))
      .map((element) => ({
        ...element,
        linktag: tagsOf(element.linktag.flatMap((one) => (isIt(one) ? (to === null ? [] : [to]) : [one]))),
      }));
    dispatch(applyChanges({ elements, removed: [] }));
    if (selectView(getState()).tag === tag) dispatch(tagChosen(to));
    dispatch(toast.success(text.dialogs.edited));
    return null;
  };
