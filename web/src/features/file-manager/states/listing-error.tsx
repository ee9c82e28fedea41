import { Button } from '@mantine/core';
import { text } from '../../../shared/messages/en.js';
import type { ApiError } from '../../../shared/api/api-error.js';
import css from './states.module.css';

/** The folder did not come: what happened, and another try. */
export const ListingError = ({ error, onRetry }: { error: ApiError; onRetry: () => void }) => (
  <section className={css.state} role="alert">
    <h2>{text.files.errorTitle}</h2>
    <p>{error.code === 'offline' ? text.files.offline : error.message}</p>
    <Button onClick={onRetry}>{text.files.tryAgain}</Button>
  </section>
);
