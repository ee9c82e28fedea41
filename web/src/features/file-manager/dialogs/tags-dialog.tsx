import { Button } from '@mantine/core';
import { tagsOf } from '@skyshelf/contracts/rules';
import { useState, type FormEvent } from 'react';
import { text } from '../../../shared/messages/en.js';
import { useAppDispatch } from '../../../shared/store/hooks.js';
import { commonTags, scatteredTags, tagChange } from '../tags/changed-tags.js';
import { tagElements } from '../tags/tag-elements.js';
import { DialogFrame } from '../../../shared/dialogs/dialog-frame.js';
import type { DialogProps } from './dialog-props.js';
import css from './dialogs.module.css';
import { FormButtons } from './element-form.js';
import { TagsField } from './tags-field.js';
import { tagsProblem } from './use-element-form.js';

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
