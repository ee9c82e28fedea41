import { Button, NativeSelect } from '@mantine/core';
import { messages } from '@skyshelf/contracts/browser';
import { Suspense } from 'react';
import { isApiError } from '../../shared/api/api-error.js';
import { DialogFrame } from '../../shared/dialogs/dialog-frame.js';
import { trashTexts as text } from '../../shared/messages/trash-texts.js';
import { useAppDispatch } from '../../shared/store/store.js';
import { toast } from '../../shared/toasts/toasts-slice.js';
import { FolderChooser } from '../file-manager/public.js';
import { useSetTrashDaysMutation } from './trash-api.js';
import css from './trash.module.css';

interface AskForeverProps {
  ask: string;
  isLoading: boolean;
  close: () => void;
  confirm: () => void;
}

export const AskForever = ({ ask, isLoading, close, confirm }: AskForeverProps) => (
  <DialogFrame title={text.deleteForever} close={close} width={420} role="alertdialog">
    <p>{ask}</p>
    <div className={css.answers}>
      <Button variant="quiet" onClick={close} data-autofocus>
        {text.cancel}
      </Button>
      <Button variant="danger" loading={isLoading} onClick={confirm}>
        {text.deleteForever}
      </Button>
    </div>
  </DialogFrame>
);

const choices = [0, 7, 30, 60, 90, 180];

export const KeepFor = ({ days, changed }: { days: number; changed: () => void }) => {
  const dispatch = useAppDispatch();
  const [set, { isLoading }] = useSetTrashDaysMutation();
  const choose = async (chosen: number): Promise<void> => {
    const { error } = await set({ days: chosen });
    if (error) dispatch(toast.error(isApiError(error) ? error.message : messages.someError));
    else dispatch(toast.success(text.daysSaved(chosen)));
    changed();
  };
  return (
    <NativeSelect
      className={css.days}
      label={text.keepFor}
      disabled={isLoading}
      value={String(days)}
      data={[...new Set([...choices, days])]
        .toSorted((a, b) => a - b)
        .map((each) => ({ value: String(each), label: text.days(each) }))}
      onChange={({ currentTarget }) => void choose(Number(currentTarget.value))}
    />
  );
};

interface RestoreToProps {
  count: number;
  restore: (folderId: string) => Promise<void>;
  close: () => void;
}

export const RestoreTo = ({ count, restore, close }: RestoreToProps) => (
  <DialogFrame title={text.restoreWhat(count)} close={close} width={460}>
    <Suspense>
      <FolderChooser
        start="/"
        words={text.restoreInto}
        close={close}
        choose={({ folderId }) => restore(folderId)}
      />
    </Suspense>
  </DialogFrame>
);
