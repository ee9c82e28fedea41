import { downloadPath, limits, messages } from '@skyshelf/contracts/browser';
import { IconBookmarks, IconDownload, IconFileZip } from '@tabler/icons-react';
import { text } from '../../../shared/messages/en.js';
import { isFile, isFolder } from '../../../shared/kinds/kind-of.js';
import { toast } from '../../../shared/toasts/toasts-slice.js';
import { type Action, toChange, toChangeSelection } from './action.js';

/** Links and folders among them are left out. */
export const download: Action = {
  name: 'download',
  label: text.actions.download,
  icon: IconDownload,
  isEnabled(context) {
    if (context.compact) return text.actions.downloadCompact;
    const enablement = toChangeSelection(context);
    const [only] = context.selected;
    if (enablement !== true || !only || context.selected.length > 1) return enablement;
    return isFile(only) || text.actions.downloadNoFile;
  },
  run({ dispatch, selected, download: start }) {
    const keys = selected.flatMap((element) => (isFile(element) ? (element.linkurl ?? []) : []));
    if (keys.length > limits.maxDownloadFiles) {
      dispatch(toast.warning(messages.tooManyDownloads));
      return;
    }
    if (keys.length < selected.length) dispatch(toast.info(messages.downloadSkips));
    if (keys.length > 0) start(downloadPath(keys));
  },
};

export const downloadFolder: Action = {
  name: 'download-folder',
  label: text.actions.downloadFolder,
  icon: IconFileZip,
  isShown: ({ selected }) => selected.length === 1 && selected.every((element) => isFolder(element)),
  isEnabled: toChangeSelection,
  run({ selected: [folder], download }) {
    if (folder) download(`/api/download?folder=${encodeURIComponent(folder._id)}`);
  },
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
