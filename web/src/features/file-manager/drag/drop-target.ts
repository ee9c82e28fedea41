import { messages } from '@skyshelf/contracts/browser';
import type { TargetFolder } from '../../../shared/listings/listing.js';
import { listingsApi } from '../../../shared/listings/listings-api.js';
import type { AppThunk } from '../../../shared/store/store.js';
import { toast } from '../../../shared/toasts/toasts-slice.js';

export type DropTarget = { id: string; path?: never } | { path: string; id?: never };

export interface FoundTarget {
  target: DropTarget;
  mark: Element;
}

export const dropTargetOf = (at: Element | null): FoundTarget | null => {
  const part = at?.closest<HTMLElement>('[data-drop-folder]');
  if (part?.dataset.dropFolder !== undefined)
    return { target: { path: part.dataset.dropFolder }, mark: part };
  const tile = at?.closest<HTMLElement>('[data-folder][data-id]');
  return tile?.dataset.id === undefined ? null : { target: { id: tile.dataset.id }, mark: tile };
};

/**
 * Null, after a message, when it is not there.
 * @param otherwise the message
 */
export const folderAt =
  (url: string, otherwise: string = messages.cantPaste): AppThunk<Promise<TargetFolder | null>> =>
  async (dispatch) => {
    const listed = await dispatch(listingsApi.endpoints.listFolder.initiate(url, { subscribe: false }));
    if (listed.data) return { url, folderId: listed.data.folderId };
    dispatch(toast.error(otherwise));
    return null;
  };
