import { callApi } from '../../shared/api/call-api.js';
import { newKey } from '../../shared/api/idempotency-key.js';
import { applyChanges } from '../../shared/listings/listing-cache.js';
import { text } from '../../shared/messages/en.js';
import { report } from '../../shared/report.js';
import type { AppThunk } from '../../shared/store/store.js';
import { toast } from '../../shared/toasts/toast.js';

/** Ends a large command early: what a copy has made goes, what a deletion has left comes back. */
export const cancelWork =
  (process: string): AppThunk<Promise<void>> =>
  async (dispatch) => {
    try {
      const { docs } = await callApi('cancelProcess', { body: { process }, idempotencyKey: newKey() });
      dispatch(applyChanges({ elements: docs.ops, removed: [] }));
      dispatch(toast.success(text.dock.cancelled));
    } catch (failure) {
      report('A large command could not be cancelled', failure);
      dispatch(toast.error(text.dock.cantCancel));
    }
  };
