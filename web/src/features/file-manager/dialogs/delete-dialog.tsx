import { Button } from '@mantine/core';
import type { ElementView } from '@skyshelf/contracts/browser';
import { useState } from 'react';
import { useAppDispatch } from '../../../shared/store/hooks.js';
import { text } from '../../../shared/messages/en.js';
import { toast } from '../../../shared/toasts/toast.js';
import { isFolder } from '../../../shared/kinds/kind-of.js';
import { applyChanges } from '../../../shared/listings/listing-cache.js';
import { selectionCleared } from '../state/selection-slice.js';
import { DialogFrame } from './dialog-frame.js';
import type { DialogProps } from './dialog-props.js';
import { FormButtons } from './element-form.js';
import { useIntention } from './use-element-form.js';
import css from './dialogs.module.css';
import { report } from '../../../shared/report.js';
import { useDeleteElementsMutation } from '../elements-api.js';

/** As many as one command may name. */
const AT_ONCE = 1000;

const question = (elements: readonly ElementView[]): string => {
  const [first] = elements;
  if (!first || elements.length > 1) return text.dialogs.deleteMany(elements.length);
  return isFolder(first) ? text.dialogs.deleteFolder(first.linkname) : text.dialogs.deleteOne(first.linkname);
};

export const DeleteDialog = ({ dialog: { elements }, targetFolder, close }: DialogProps<'delete'>) => {
  const dispatch = useAppDispatch();
  const [remove] = useDeleteElementsMutation();
  const [busy, setBusy] = useState(false);
  const keyFor = useIntention();

  const send = async (): Promise<void> => {
    setBusy(true);
    const ids = elements.map((element) => element._id);
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const arr = ids.slice(at, at + AT_ONCE);
      const { error } = await remove({ targetFolder, arr, key: keyFor(arr) });
      if (error) {
        report('Deleting failed', error);
        dispatch(toast.error(text.dialogs.cantDelete));
        return close();
      }
      dispatch(applyChanges({ elements: [], removed: arr }));
    }
    dispatch(selectionCleared());
    dispatch(toast.success(text.dialogs.deleted));
    close();
  };
  return (
    <DialogFrame title={text.dialogs.deleteTitle} close={close} width={400} role="alertdialog">
      <p className={css.question}>{question(elements)}</p>
      <FormButtons>
        <Button variant="quiet" onClick={close} data-autofocus>
          {text.dialogs.no}
        </Button>
        <Button variant="danger" loading={busy} onClick={() => void send()}>
          {text.dialogs.yes}
        </Button>
      </FormButtons>
    </DialogFrame>
  );
};
