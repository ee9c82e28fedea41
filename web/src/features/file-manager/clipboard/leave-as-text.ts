import type { ElementView } from '@skyshelf/contracts/browser';
import { isFile, isFolder } from '../../../shared/kinds/kind-of.js';
import { report } from '../../../shared/report.js';
import type { AppThunk } from '../../../shared/store/store.js';
import { clipboardLeft } from './clipboard-slice.js';

export const textOf = (elements: readonly ElementView[]): string => {
  const lines = elements.map((element) => {
    const address = isFile(element) || isFolder(element) ? null : element.linkurl;
    if (address === null) return element.linkname;
    return elements.length === 1 ? address : `${element.linkname}\t${address}`;
  });
  return lines.join('\n');
};

export const leaveAsText =
  (elements: readonly ElementView[]): AppThunk<Promise<void>> =>
  async (dispatch) => {
    // Missing on a page that is not secure.
    if (!('clipboard' in navigator)) return;
    const text = textOf(elements);
    try {
      await navigator.clipboard.writeText(text);
      dispatch(clipboardLeft(text));
    } catch (failure) {
      report('Names could not be left on the clipboard', failure);
    }
  };
