import type { ElementView } from '@skyshelf/contracts/browser';
import { tagsOf } from '@skyshelf/contracts/rules';
import { ApiFailure } from '../../../shared/api/api-error.js';
import { callApi } from '../../../shared/api/call-api.js';
import { newKey } from '../../../shared/api/idempotency-key.js';
import { applyChanges } from '../../../shared/listings/listing-cache.js';
import { text } from '../../../shared/messages/en.js';
import { report } from '../../../shared/report.js';
import type { AppThunk } from '../../../shared/store/store.js';
import { toast } from '../../../shared/toasts/toast.js';
import { tracked } from '../../undo/public.js';
import { selectView, tagChosen } from '../state/view-slice.js';

/**
 * The open folder shows it at once; live changes bring the others.
 * @returns the message when refused
 */
export const retag =
  (tag: string, to: string | null, here: readonly ElementView[]): AppThunk<Promise<string | null>> =>
  async (dispatch, getState) => {
    const idempotencyKey = newKey();
    try {
      await tracked(
        to === null
          ? callApi('removeTag', { body: { tag }, idempotencyKey })
          : callApi('renameTag', { body: { tag, to }, idempotencyKey }),
      );
    } catch (failure) {
      report('A tag could not be changed', failure);
      return failure instanceof ApiFailure ? failure.error.message : text.dialogs.someError;
    }
    const isIt = (one: string): boolean => one === tag;
    const elements = here
      .filter(({ linktag }) => linktag.some(isIt))
      .map((element) => ({
        ...element,
        linktag: tagsOf(element.linktag.flatMap((one) => (isIt(one) ? (to === null ? [] : [to]) : [one]))),
      }));
    dispatch(applyChanges({ elements, removed: [] }));
    if (selectView(getState()).tag === tag) dispatch(tagChosen(to));
    dispatch(toast.success(text.dialogs.edited));
    return null;
  };
