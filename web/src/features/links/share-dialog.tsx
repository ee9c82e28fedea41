import { Button } from '@mantine/core';
import { type ElementView, messages } from '@skyshelf/contracts/browser';
import { useState } from 'react';
import { isApiError } from '../../shared/api/api-error.js';
import { DialogFrame } from '../../shared/dialogs/dialog-frame.js';
import { linksTexts as text } from '../../shared/messages/links-texts.js';
import { LinkAddress } from './link-address.js';
import { LinkForm, type LinkOptions } from './link-form.js';
import { type ShareView, useCreateShareMutation } from './links-api.js';
import css from './links.module.css';

interface ShareDialogProps {
  elements: readonly ElementView[];
  close: () => void;
}

/** Makes a link for elements, and then shows its address. */
const ShareDialog = ({ elements, close }: ShareDialogProps) => {
  const [create, { isLoading }] = useCreateShareMutation();
  const [made, setMade] = useState<ShareView | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const submit = async (options: LinkOptions): Promise<void> => {
    const { data, error } = await create({ ids: elements.map(({ _id }) => _id), ...options });
    if (data) setMade(data.docs);
    else setRefusal(isApiError(error) ? error.message : messages.someError);
  };
  const [first] = elements;
  const title = elements.length === 1 && first ? text.share(first.linkname) : text.shareMany(elements.length);
  return (
    <DialogFrame title={title} close={close} width={520}>
      {made ? (
        <MadeLink link={made} words={text.ready} close={close} />
      ) : (
        <LinkForm
          link={null}
          isSaving={isLoading}
          refusal={refusal}
          close={close}
          submit={(options) => void submit(options)}
        />
      )}
    </DialogFrame>
  );
};

export default ShareDialog;

interface MadeLinkProps {
  link: ShareView;
  words: string;
  close: () => void;
}

export const MadeLink = ({ link, words, close }: MadeLinkProps) => (
  <>
    <p role="status">{words}</p>
    <LinkAddress link={link} />
    <div className={css.answers}>
      <Button onClick={close} data-autofocus>
        {text.done}
      </Button>
    </div>
  </>
);
