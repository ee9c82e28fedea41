import { text } from '../../../shared/messages/en.js';
import css from './dialogs.module.css';

/** Says that the drive stayed busy all the while. The dialog stays open, and its button sends the same command again. */
export const DriveBusy = () => (
  <p className={css.driveBusy} role="alert">
    {text.dialogs.driveBusy}
  </p>
);
