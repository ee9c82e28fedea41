import { Button } from '@mantine/core';
import { pricingTexts as text } from '../../shared/messages/pricing-texts.js';
import { DialogFrame } from '../../shared/dialogs/dialog-frame.js';
import css from './pricing.module.css';

/** A plan belongs to an account, so a visitor logs in and comes back to the plans. */
export const LogInFirst = ({ close }: { close: () => void }) => (
  <DialogFrame title={text.logInFirst} close={close} width={420}>
    <p className={css.question}>{text.logInFirstText}</p>
    <div className={css.buttons}>
      <Button variant="quiet" onClick={close}>
        {text.cancel}
      </Button>
      <Button component="a" href="/loginpricing" data-autofocus>
        {text.logIn}
      </Button>
    </div>
  </DialogFrame>
);
