import {
  IconAlertTriangle,
  IconCircleCheckFilled,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconX,
} from '@tabler/icons-react';
import { memo } from 'react';
import { text } from '../../shared/messages/en.js';
import { formatSize } from '../../shared/format/size.js';
import { isUnsettled, type UploadItem } from './upload-item.js';
import { uploads } from './uploads.js';
import css from './upload-dock.module.css';

const stateOf = ({ status, sent, size, message }: UploadItem): string => {
  if (message && (status === 'failed' || status === 'refused')) return message;
  if (status === 'sending') return text.uploads.of(formatSize(sent, 1), formatSize(size, 1));
  return text.uploads.status[status];
};

const Controls = ({ item: { id, name, status } }: { item: UploadItem }) => (
  <>
    {(status === 'waiting' || status === 'sending') && (
      <button type="button" aria-label={text.uploads.pause(name)} onClick={() => uploads.pause(id)}>
        <IconPlayerPause size={16} aria-hidden />
      </button>
    )}
    {status === 'paused' && (
      <button type="button" aria-label={text.uploads.resume(name)} onClick={() => uploads.resume(id)}>
        <IconPlayerPlay size={16} aria-hidden />
      </button>
    )}
    {status === 'failed' && (
      <button type="button" aria-label={text.uploads.retry(name)} onClick={() => uploads.resume(id)}>
        <IconRefresh size={16} aria-hidden />
      </button>
    )}
    {status === 'done' && <IconCircleCheckFilled className={css.done} size={20} aria-hidden />}
    {status === 'refused' && <IconAlertTriangle className={css.refused} size={20} aria-hidden />}
    {status !== 'done' && status !== 'finishing' && (
      <button type="button" aria-label={text.uploads.cancel(name)} onClick={() => uploads.cancel(id)}>
        <IconX size={16} aria-hidden />
      </button>
    )}
  </>
);

/** One file in the dock. */
export const DockLine = memo(function DockLine({ item }: { item: UploadItem }) {
  const percent = item.size > 0 ? Math.round((item.sent / item.size) * 100) : 100;
  return (
    <li className={css.line} data-status={item.status}>
      <div className={css.words}>
        <span className={css.name} title={item.name}>
          {item.name}
        </span>
        <span className={css.state}>{stateOf(item)}</span>
      </div>
      <div className={css.controls}>
        <Controls item={item} />
      </div>
      {isUnsettled(item) && (
        <div
          className={css.track}
          role="progressbar"
          aria-label={text.uploads.progress(item.name)}
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <span style={{ transform: `scaleX(${percent / 100})` }} />
        </div>
      )}
    </li>
  );
});
