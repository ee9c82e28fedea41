import type { ElementView } from '@skyshelf/contracts/browser';
import { editedName } from '@skyshelf/contracts/rules';
import { isApiError, isDriveBusy } from '../../../shared/api/api-error.js';
import { newKey } from '../../../shared/api/call-input.js';
import { isFile, isFolder } from '../../../shared/kinds/kind-of.js';
import type { TargetFolder } from '../../../shared/listings/listing.js';
import { applyChanges, restoreElements } from '../../../shared/listings/listing-cache.js';
import { logError } from '../../../shared/log-error.js';
import { text } from '../../../shared/messages/en.js';
import type { AppThunk } from '../../../shared/store/store.js';
import { toast } from '../../../shared/toasts/toasts-slice.js';
import { remember, tracked } from '../../undo/public.js';
import { editElement } from '../elements-api.js';
import { nameProblem } from '../names/name-problem.js';

interface NewName {
  element: ElementView;
  name: string;
  targetFolder: TargetFolder;
  siblings: readonly ElementView[];
}

/** The same name makes no call. Answers what is wrong. */
export const renameElement =
  ({ element, name, targetFolder, siblings }: NewName): AppThunk<Promise<string | null>> =>
  async (dispatch) => {
    const present = { name: element.linkname, extension: element.extension, isFile: isFile(element) };
    const linkname = editedName(present, name);
    if (linkname.value === element.linkname) return null;
    const problem = nameProblem({ name: linkname, folder: isFolder(element), except: element._id, siblings });
    if (problem !== undefined) return problem;
    if (linkname.refusal !== null) return text.dialogs.someError;
    dispatch(applyChanges({ elements: [{ ...element, linkname: linkname.value }], removed: [] }));
    void tracked(dispatch(sendName(element, linkname.value, targetFolder)));
    return null;
  };

/** The old name comes back when refused. */
const sendName =
  (element: ElementView, linkname: string, targetFolder: TargetFolder): AppThunk<Promise<void>> =>
  async (dispatch) => {
    const obj = { linkname, linktag: element.linktag };
    const { data, error } = await dispatch(
      editElement.initiate({ targetFolder, id: element._id, obj, key: newKey() }),
    );
    if (!data) {
      logError('The element could not be renamed', error);
      dispatch(restoreElements([element]));
      return void dispatch(toast.error(wordsFor(error)));
    }
    const { element: after, modifiedCount } = data.docs;
    dispatch(applyChanges({ elements: [after], removed: [] }));
    const undo = dispatch(remember(modifiedCount > 0 ? [data.operation] : []));
    dispatch(toast.success(text.dialogs.edited, undo));
  };

const wordsFor = (error: unknown): string => {
  if (isDriveBusy(error)) return text.dialogs.driveBusy;
  const known = isApiError(error) && error.status >= 400 && error.status < 500;
  return known ? error.message : text.dialogs.someError;
};
