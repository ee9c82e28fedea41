import { Loader } from '@mantine/core';
import { text } from '../../../shared/messages/en.js';
import css from './placeholders.module.css';

export const Fetching = () => (
  <div className={css.fetching}>
    <Loader color="currentColor" size="sm" role="status" aria-label={text.loading} />
  </div>
);
