import { limits, type ElementView } from '@skyshelf/contracts/browser';
import { ApiFailure } from '../../../shared/api/api-error.js';
import { callApi } from '../../../shared/api/call-api.js';
import { newKey } from '../../../shared/api/idempotency-key.js';
import { applyChanges } from '../../../shared/listings/listing-cache.js';
import { text } from '../../../shared/messages/en.js';
import { report } from '../../../shared/report.js';
import type { AppThunk } from '../../../shared/store/store.js';
import { toast } from '../../../shared/toasts/toast.js';
import { remember, tracked } from '../../undo/public.js';
import { withTags, type TagChange } from './changed-tags.js';

/**
 * What has too many keeps those that it had, with a warning.
 * @returns the message when refused
 */
export const tagElements =
  (elements: readonly ElementView[], change: TagChange): AppThunk<Promise<string | null>> =>
  async (dispatch) => {
    const before: ElementView[] = [];
    const operations: string[] = [];
    let refused: string | null = null;
    for (let start = 0; start < elements.length && refused === null; start += limits.maxIdsPerCommand) {
      const some = elements.slice(start, start + limits.maxIdsPerCommand);
      const body = { arr: some.map(({ _id }) => _id), ...change };
      try {
        const answer = await tracked(callApi('tagElements', { body, idempotencyKey: newKey() }));
        const { docs, warnings, operation } = answer;
        if (docs.modifiedCount > 0) operations.push(operation);
        for (const { message } of warnings) dispatch(toast.warning(message));
        const kept = new Set(warnings.map(({ name }) => name));
        before.push(...some.filter(({ linkname }) => !kept.has(linkname)));
      } catch (failure) {
        report('Tags could not be changed', failure);
        refused = failure instanceof ApiFailure ? failure.error.message : text.dialogs.someError;
      }
    }
    const after = before.map((element) => ({ ...element, linktag: withTags(element, change) }));
    dispatch(applyChanges({ elements: after, removed: [] }));
    if (before.length === 0) return refused;
    dispatch(toast.success(text.dialogs.edited, dispatch(remember(operations))));
    return refused;
  };
