import { Button } from '@mantine/core';
import { DialogFrame } from '../../shared/dialogs/dialog-frame.js';
import { homepageTexts } from '../../shared/messages/homepage-texts.js';
import { Networks } from '../shell/share.js';
import css from './prompts.module.css';

const text = homepageTexts.share;

const ShareModal = ({ close }: { close: () => void }) => (
  <DialogFrame title={text.title} close={close}>
    <p className={css.text}>{text.text}</p>
    <Networks />
    <div className={css.end}>
      <Button variant="quiet" onClick={close}>
        {text.close}
      </Button>
    </div>
  </DialogFrame>
);

export default ShareModal;
