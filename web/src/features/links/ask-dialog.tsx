import { messages } from '@skyshelf/contracts/browser';
import { useState } from 'react';
import { useUserInfoQuery } from '../../shared/account/settings-api.js';
import { isApiError } from '../../shared/api/api-error.js';
import { DialogFrame } from '../../shared/dialogs/dialog-frame.js';
import { linksTexts as text } from '../../shared/messages/links-texts.js';
import { AskForm, type AskOptions } from './ask-form.js';
import { type ShareView, useCreateShareMutation } from './links-api.js';
import { MadeLink } from './share-dialog.js';

interface AskDialogProps {
  folder: { _id: string; linkname: string };
  close: () => void;
}

/** Makes a link by which others send files into a folder, and then shows its address. */
const AskDialog = ({ folder, close }: AskDialogProps) => {
  const { data: user, isLoading: isAsking } = useUserInfoQuery();
  const [create, { isLoading }] = useCreateShareMutation();
  const [made, setMade] = useState<ShareView | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const submit = async (options: AskOptions): Promise<void> => {
    const { data, error } = await create({ ids: [folder._id], ...options });
    if (data) setMade(data.docs);
    else setRefusal(isApiError(error) ? error.message : messages.someError);
  };
  return (
    <DialogFrame title={text.ask(folder.linkname)} close={close} width={520}>
      {made ? (
        <MadeLink link={made} words={text.askReady(folder.linkname)} close={close} />
      ) : isAsking ? null : (
        <AskForm
          link={null}
          title={user && text.askTitle(user.name)}
          isSaving={isLoading}
          refusal={refusal}
          close={close}
          submit={(options) => void submit(options)}
        />
      )}
    </DialogFrame>
  );
};

export default AskDialog;
