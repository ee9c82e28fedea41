import { isUnsettled, uploads } from '../uploads/public.js';
import type { Ended } from './ended.js';

export const onEndedUploads = (ended: (one: Ended) => void): (() => void) => {
  const { list } = uploads;
  const open = new Set(
    list
      .all()
      .filter(isUnsettled)
      .map(({ id }) => id),
  );
  return list.subscribe((id) => {
    const item = list.get(id);
    if (item && isUnsettled(item)) open.add(id);
    else if (open.delete(id) && item)
      ended({
        what: 'upload',
        name: item.name,
        failed: item.status !== 'done',
        folder: item.targetFolder.url,
        elementId: item.elementId,
      });
  });
};

/** Whether more of them will end. */
export const areUploadsOpen = (): boolean => uploads.list.totals.moving > 0;
