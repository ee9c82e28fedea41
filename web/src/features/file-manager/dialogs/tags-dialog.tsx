import { Button } from '@mantine/core';
import { tagsOf } from '@skyshelf/contracts/rules';
import { type FormEvent, useState } from 'react';
import { type ElementView, limits } from '@skyshelf/contracts/browser';
import { text } from '../../../shared/messages/en.js';
import { type AppThunk, useAppDispatch } from '../../../shared/store/store.js';
import { commonTags, scatteredTags, tagChange, type TagChange, withTags } from '../tags/changed-tags.js';
import { ApiFailure } from '../../../shared/api/api-error.js';
import { callApi } from '../../../shared/api/call-api.js';
import { newKey } from '../../../shared/api/call-input.js';
import { applyChanges } from '../../../shared/listings/listing-cache.js';
import { logError } from '../../../shared/log-error.js';
import { toast } from '../../../shared/toasts/toasts-slice.js';
import { remember, tracked } from '../../undo/public.js';
import { DialogFrame } from '../../../shared/dialogs/dialog-frame.js';
import type { DialogProps } from '../state/overlay-slice.js';
import { FormButtons } from './element-form.js';
import { TagsField } from './tags-field.js';
import { tagsProblem } from './use-element-form.js';
import css from './dialogs.module.css';

export const TagsDialog = ({ dialog: { elements }, close }: DialogProps<'tags'>) => {
  const dispatch = useAppDispatch();
  const common = commonTags(elements);
  const scattered = scatteredTags(elements);
  const [tags, setTags] = useState(common);
  const [sending, setSending] = useState(false);
  const [refused, setRefused] = useState<string>();
  const problem = tagsProblem(tags) ?? refused;

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const change = tagChange(common, tagsOf(tags));
    if (change.add.length + change.remove.length === 0) return close();
    if (tagsProblem(tags) !== undefined) return;
    setSending(true);
    const message = await dispatch(tagElements(elements, change));
    setSending(false);
    if (message === null) return close();
    setRefused(message);
  };
  return (
    <DialogFrame title={text.dialogs.tagsOfMany(elements.length)} close={close}>
      <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
        <TagsField
          tags={tags}
          error={problem}
          onChange={(next) => {
            setTags(next);
            setRefused(undefined);
          }}
        />
        {scattered.length > 0 && <p className={css.question}>{text.dialogs.tagsOfSome(scattered)}</p>}
        <FormButtons>
          <Button variant="quiet" onClick={close}>
            {text.dialogs.cancel}
          </Button>
          <Button type="submit" loading={sending}>
            {text.dialogs.save}
          </Button>
        </FormButtons>
      </form>
    </DialogFrame>
  );
};

/**
 * An element with too many tags keeps its old ones, with a warning.
 * @returns the message when refused
 */
const tagElements =
  (elements: readonly ElementView[], change: TagChange): AppThunk<Promise<string | null>> =>
  async (dispatch) => {
    const before: ElementView[] = [];
    const operations: string[] = [];
    let refused: string | null = null;
    for (let start = 0; start < elements.length && refused === null; start += limits.maxIdsPerCommand) {
      const some = elements.slice(start, start + limits.maxIdsPerCommand);
      const body = { arr: some.map(({ _id }) => _id), ...change };
      try {
        const answer = await tracked(callApi('tagElements', { body, idempotencyKey: newKey() }));
        const { docs, warnings, operation } = answer;
        if (docs.modifiedCount > 0) operations.push(operation);
        for (const { message } of warnings) dispatch(toast.warning(message));
        const kept = new Set(warnings.map(({ name }) => name));
        before.push(...some.filter(({ linkname }) => !kept.has(linkname)));
      } catch (failure) {
        logError('Tags could not be changed', failure);
        refused = failure instanceof ApiFailure ? failure.error.message : text.dialogs.someError;
      }
    }
    const after = before.map((element) => ({ ...element, linktag: withTags(element, change) }));
    dispatch(applyChanges({ elements: after, removed: [] }));
    if (before.length === 0) return refused;
    dispatch(toast.success(text.dialogs.edited, dispatch(remember(operations))));
    return refused;
  };
