import { IconPlugConnectedX } from '@tabler/icons-react';
import { text } from '../../../shared/messages/en.js';
import css from './upload-sources.module.css';
import type { SourceState } from './use-source-state.js';

export const SourceOff = ({ source }: { source: SourceState }) => (
  <div className={css.centre} role="status">
    {source.state === 'off' && <IconPlugConnectedX size={32} stroke={1.5} aria-hidden />}
    <p className={css.note}>{source.state === 'off' ? source.reason : text.sources.loading}</p>
  </div>
);
