import { Loader } from '@mantine/core';
import { text } from '../messages/en.js';
import css from './loading.module.css';

/** Appears only when it takes a moment. */
export const Loading = ({ label = text.loading }: { label?: string }) => (
  <div className={css.loading} role="status" aria-label={label}>
    <Loader color="var(--action)" size="md" type="dots" />
  </div>
);
