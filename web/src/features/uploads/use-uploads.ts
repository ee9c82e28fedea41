import { useSyncExternalStore } from 'react';
import type { UploadItem } from './upload-item.js';
import { uploads } from './uploads.js';

/** Progress comes many times a second; the dock is drawn once a frame at most. */
const subscribe = (listener: () => void): (() => void) => {
  let frame = 0;
  const onChange = (): void => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      listener();
    });
  };
  const stop = uploads.subscribe(onChange);
  return () => {
    cancelAnimationFrame(frame);
    stop();
  };
};

export const useUploads = (): readonly UploadItem[] => useSyncExternalStore(subscribe, uploads.items);
