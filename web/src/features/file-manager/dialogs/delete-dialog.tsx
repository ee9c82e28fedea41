import { Button } from '@mantine/core';
import type { ElementView } from '@skyshelf/contracts/browser';
import { useRef, useState } from 'react';
import { useAppDispatch } from '../../../shared/store/hooks.js';
import { text } from '../../../shared/messages/en.js';
import { toast } from '../../../shared/toasts/toast.js';
import { isFolder } from '../../../shared/kinds/kind-of.js';
import { applyChanges } from '../../../shared/listings/listing-cache.js';
import { selectionCleared } from '../state/selection-slice.js';
import { DialogFrame } from './dialog-frame.js';
import { DriveBusy } from './drive-busy.js';
import type { DialogProps } from './dialog-props.js';
import { FormButtons } from './element-form.js';
import { useIntention } from './use-element-form.js';
import css from './dialogs.module.css';
import { isDriveBusy } from '../../../shared/api/api-error.js';
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
  const [state, setState] = useState<'asking' | 'sending' | 'drive-busy'>('asking');
  /** Ids that no command has deleted yet. */
  const left = useRef(elements.map((element) => element._id));
  const keyFor = useIntention();

  const send = async (): Promise<void> => {
    setState('sending');
    while (left.current.length > 0) {
      const arr = left.current.slice(0, AT_ONCE);
      const { error } = await remove({ targetFolder, arr, key: keyFor(arr) });
      if (isDriveBusy(error)) return setState('drive-busy');
      if (error) {
        report('Deleting failed', error);
        dispatch(toast.error(text.dialogs.cantDelete));
        return close();
      }
      dispatch(applyChanges({ elements: [], removed: arr }));
      left.current = left.current.slice(AT_ONCE);
    }
    dispatch(selectionCleared());
    dispatch(toast.success(text.dialogs.deleted));
    close();
  };
  return (
    <DialogFrame title={text.dialogs.deleteTitle} close={close} width={400} role="alertdialog">
      <p className={css.question}>{question(elements)}</p>
      {state === 'drive-busy' && <DriveBusy />}
      <FormButtons>
        <Button variant="quiet" onClick={close} data-autofocus>
          {text.dialogs.no}
        </Button>
        <Button variant="danger" loading={state === 'sending'} onClick={() => void send()}>
          {state === 'drive-busy' ? text.dialogs.tryAgain : text.dialogs.yes}
        </Button>
      </FormButtons>
    </DialogFrame>
  );
};
