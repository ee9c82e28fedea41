import { useCallback, useSyncExternalStore } from 'react';
import { FrameChanges } from './frame-changes.js';
import type { Upload } from './machine/upload.js';
import { uploads } from './uploads.js';

const { list } = uploads;
const changes = new FrameChanges((task) => void requestAnimationFrame(task));
list.subscribe(changes.note);

const present = () => ({ order: list.order(), totals: list.totals, speed: uploads.speed() });
let drawn = present();
changes.subscribe(() => (drawn = present()));

/** At most once a frame. */
export const useUploads = () => useSyncExternalStore(changes.subscribe, () => drawn);

export const useUpload = (id: number): Upload | undefined =>
  useSyncExternalStore(
    useCallback((listener) => changes.subscribeTo(id, listener), [id]),
    () => list.get(id),
  );
