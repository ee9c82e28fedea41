import { Button } from '@mantine/core';
import { useId } from 'react';
import { pricingTexts as text } from '../../shared/messages/pricing-texts.js';
import css from './pricing.module.css';

/** A stable function, so that it opens once. Closing gives the focus back. */
const opened = (dialog: HTMLDialogElement | null) => {
  dialog?.showModal();
  return () => dialog?.close();
};

/** A plan belongs to an account, so a visitor logs in and comes back to the plans. */
export const LogInFirst = ({ close }: { close: () => void }) => {
  const title = useId();
  return (
    <dialog
      ref={opened}
      className={css.dialog}
      aria-labelledby={title}
      onClose={close}
      onClick={({ target, currentTarget }) => target === currentTarget && close()}
    >
      <div className={css.sheet}>
        <h2 id={title}>{text.logInFirst}</h2>
        <p>{text.logInFirstText}</p>
        <div className={css.buttons}>
          <Button variant="quiet" onClick={close}>
            {text.cancel}
          </Button>
          <Button component="a" href="/loginpricing" autoFocus>
            {text.logIn}
          </Button>
        </div>
      </div>
    </dialog>
  );
};
