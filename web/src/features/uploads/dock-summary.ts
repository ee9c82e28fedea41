import { text } from '../../shared/messages/en.js';
import { formatSize } from '../../shared/format/size.js';
import type { UploadTotals } from './upload-totals.js';

export interface DockSummary {
  title: string;
  /** Empty when nothing is under way. */
  detail: string;
  /** 0 to 1, of everything in the list. */
  progress: number;
  active: boolean;
}

/** Coarse on purpose: `12 s`, `3 min`, `2 h 5 min`. Seconds in. */
export const formatDuration = (seconds: number | null): string => {
  if (seconds === null || !Number.isFinite(seconds)) return '';
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
};

/** @param speed bytes a second */
export const summarise = (totals: UploadTotals, speed: number): DockSummary => {
  const { unsettled, counted, arrived, left, moving, count } = totals;
  const isMoving = moving > 0 && speed > 0;
  const detail = [
    ...(unsettled > 0 ? [text.uploads.of(formatSize(arrived, 1), formatSize(counted, 1))] : []),
    ...(isMoving ? [text.uploads.speed(formatSize(speed, 1))] : []),
    ...(isMoving && left > 0 ? [text.uploads.left(formatDuration(left / speed))] : []),
  ].join(' · ');
  const settledTitle = count.done > 0 ? text.uploads.finished(count.done) : text.uploads.stopped;
  return {
    title: unsettled > 0 ? text.uploads.uploading(unsettled) : settledTitle,
    detail,
    progress: counted > 0 ? arrived / counted : unsettled > 0 ? 0 : 1,
    active: unsettled > 0,
  };
};
