import { useMemo } from 'react';
import type { TargetFolder } from '../../../../shared/listings/listing.js';
import { text } from '../../../../shared/messages/en.js';
import { useActionContext } from '../../actions/action.js';
import { selectionCleared } from '../../selection/selection.js';
import { selectModeSet } from '../../state/view-slice.js';
import { DialogFrame } from '../../../../shared/dialogs/dialog-frame.js';
import type { DialogProps } from '../../state/overlay-slice.js';
import FolderChooser from './folder-chooser.js';

const SendToDialog = ({ dialog, targetFolder: source, close }: DialogProps<'send-to'>) => {
  const { action, elements } = dialog;
  const { send, dispatch } = useActionContext();
  const words = text.sendTo[action];
  const own = useMemo(() => new Set(elements.map(({ _id }) => _id)), [elements]);
  const choose = async (to: TargetFolder): Promise<void> => {
    if (!(await send({ action, elements, from: source.url, to }))) return;
    dispatch(selectionCleared());
    dispatch(selectModeSet(false));
    close();
  };
  const what = elements.length === 1 ? `“${elements[0]?.linkname}”` : text.files.count(elements.length);
  return (
    <DialogFrame title={words.title(what)} close={close} width={460}>
      <FolderChooser
        start={source.url}
        unavailable={own}
        refuses={(folderId) => (folderId === source.folderId ? text.sendTo.here : null)}
        words={words.confirm}
        close={close}
        choose={choose}
      />
    </DialogFrame>
  );
};

export default SendToDialog;
