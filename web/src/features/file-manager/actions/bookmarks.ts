import { IconBookmarkPlus, IconBookmarks } from '@tabler/icons-react';
import { isFolder } from '../../../shared/kinds/kind-of.js';
import { text } from '../../../shared/messages/en.js';
import { dialogOpened } from '../state/overlay-slice.js';
import { type Action, toChange } from './action.js';

export const importBookmarks: Action = {
  name: 'import-bookmarks',
  label: text.actions.importBookmarks,
  icon: IconBookmarkPlus,
  isEnabled: toChange,
  run: ({ dispatch }) => void dispatch(dialogOpened({ kind: 'import-bookmarks' })),
};

/** Of the selected folder, else of the open one. */
export const exportBookmarks: Action = {
  name: 'export-bookmarks',
  label: text.actions.exportBookmarks,
  icon: IconBookmarks,
  isShown: ({ selected }) =>
    selected.length === 0 || (selected.length === 1 && selected.every((element) => isFolder(element))),
  isEnabled: toChange,
  run({ selected: [folder], targetFolder, download }) {
    const id = folder?._id ?? targetFolder?.folderId;
    if (id !== undefined) download(`/api/bookmarks/export?folder=${encodeURIComponent(id)}`);
  },
};
