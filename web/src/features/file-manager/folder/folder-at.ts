import type { TargetFolder } from '../../../shared/listings/listing.js';
import { listingsApi } from '../../../shared/listings/listings-api.js';
import { messages } from '@skyshelf/contracts/browser';
import type { AppThunk } from '../../../shared/store/store.js';
import { toast } from '../../../shared/toasts/toasts-slice.js';

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
