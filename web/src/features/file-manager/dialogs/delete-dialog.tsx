import { Button } from '@mantine/core';
import type { ElementView } from '@skyshelf/contracts/browser';
import { isFolder } from '../../../shared/kinds/kind-of.js';
import { text } from '../../../shared/messages/en.js';
import { useAppDispatch } from '../../../shared/store/store.js';
import { removeElements } from '../delete-elements.js';
import { DialogFrame } from '../../../shared/dialogs/dialog-frame.js';
import type { DialogProps } from '../state/overlay-slice.js';
import css from './dialogs.module.css';
import { FormButtons } from './element-form.js';

const question = (elements: readonly ElementView[]): string => {
  const [first] = elements;
  if (!first || elements.length > 1) return text.dialogs.deleteMany(elements.length);
  return isFolder(first) ? text.dialogs.deleteFolder(first.linkname) : text.dialogs.deleteOne(first.linkname);
};

export const DeleteDialog = ({ dialog: { elements }, targetFolder, close }: DialogProps<'delete'>) => {
  const dispatch = useAppDispatch();
  const remove = (): void => {
    close();
    void dispatch(removeElements({ targetFolder, elements }));
  };
  return (
    <DialogFrame title={text.dialogs.deleteTitle} close={close} width={400} role="alertdialog">
      <p className={css.question}>{question(elements)}</p>
      <FormButtons>
        <Button variant="quiet" onClick={close} data-autofocus>
          {text.dialogs.no}
        </Button>
        <Button variant="danger" onClick={remove}>
          {text.dialogs.yes}
        </Button>
      </FormButtons>
    </DialogFrame>
  );
};
