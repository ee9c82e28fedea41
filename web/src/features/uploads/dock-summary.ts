import { text } from '../../shared/messages/en.js';
import { formatDuration } from '../../shared/format/duration.js';
import { formatSize } from '../../shared/format/size.js';
import { isUnsettled, type UploadItem } from './upload-item.js';

export interface DockSummary {
  title: string;
  /** Speed and time left; empty when nothing moves. */
  detail: string;
  /** 0 to 1 over everything in the list. */
  progress: number;
  active: boolean;
  done: number;
}

/** What the head of the dock says. `speed` in bytes a second. */
export const summarise = (items: readonly UploadItem[], speed: number): DockSummary => {
  const open = items.filter(isUnsettled);
  const moving = open.filter((item) => item.status !== 'paused');
  const done = items.filter((item) => item.status === 'done').length;
  const counted = items.filter((item) => isUnsettled(item) || item.status === 'done');
  const total = counted.reduce((sum, item) => sum + item.size, 0);
  const sent = counted.reduce((sum, item) => sum + (item.status === 'done' ? item.size : item.sent), 0);
  const left = moving.reduce((sum, item) => sum + item.size - item.sent, 0);
  const detail =
    moving.length > 0 && speed > 0
      ? [
          text.uploads.speed(formatSize(speed, 1)),
          ...(left > 0 ? [text.uploads.left(formatDuration(left / speed))] : []),
        ].join(' · ')
      : '';
  const title =
    open.length > 0
      ? text.uploads.uploading(open.length)
      : done > 0
        ? text.uploads.finished(done)
        : text.uploads.stopped;
  return {
    title,
    detail,
    progress: total > 0 ? sent / total : open.length > 0 ? 0 : 1,
    active: open.length > 0,
    done,
  };
};
