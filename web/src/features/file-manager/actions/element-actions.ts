import {
  IconBookmarks,
  IconCursorText,
  IconDownload,
  IconExternalLink,
  IconFileZip,
  IconHistory,
  IconInbox,
  IconInfoCircle,
  IconPencil,
  IconShare,
  IconTags,
  IconTrash,
} from '@tabler/icons-react';
import { downloadPath } from '../../../shared/files/paths.js';
import { limits, messages } from '@skyshelf/contracts/browser';
import { navigate } from 'wouter/use-browser-location';
import { text } from '../../../shared/messages/en.js';
import { type Action, type ActionContext, toChange, toChangeSelection, withSelection } from './action.js';
import { crumbsOf } from '../folder/folder-path.js';
import { openElement } from './open-element.js';
import { dialogOpened, renamingStarted } from '../state/overlay-slice.js';
import { toast } from '../../../shared/toasts/toasts-slice.js';
import { isFile, isFolder } from '../../../shared/kinds/kind-of.js';

/** A selected folder, or the open one. */
const isOneFolder = ({ selected }: ActionContext): boolean =>
  selected.length === 0 || (selected.length === 1 && selected.every((element) => isFolder(element)));

export const open: Action = {
  name: 'open',
  label: text.actions.open,
  icon: IconExternalLink,
  shortcut: { key: 'Enter' },
  isEnabled(context) {
    const enablement = withSelection(context);
    return enablement === true && context.selected.length > 1 ? text.actions.openOne : enablement;
  },
  run(context) {
    const [element] = context.selected;
    if (element) openElement(element, context);
  },
};

export const details: Action = {
  name: 'details',
  label: text.actions.details,
  icon: IconInfoCircle,
  shortcut: { key: 'i', mod: true },
  isEnabled: withSelection,
  run({ dispatch, selected }) {
    dispatch(dialogOpened({ kind: 'details', elements: [...selected] }));
  },
};

export const rename: Action = {
  name: 'rename',
  label: text.actions.rename,
  icon: IconCursorText,
  shortcut: { key: 'F2' },
  isEnabled: toChangeSelection,
  run({ dispatch, selected }) {
    const [element] = selected;
    if (!element) return;
    if (selected.length > 1) dispatch(toast.warning(text.actions.editOne));
    else if (element.default) dispatch(toast.warning(text.actions.editDefault));
    else dispatch(renamingStarted(element._id));
  },
};

export const edit: Action = {
  name: 'edit',
  label: text.actions.edit,
  icon: IconPencil,
  isEnabled: toChangeSelection,
  run({ dispatch, selected }) {
    const [element] = selected;
    if (!element) return;
    if (selected.length > 1) dispatch(toast.warning(text.actions.editOne));
    else if (element.default) dispatch(toast.warning(text.actions.editDefault));
    else dispatch(dialogOpened({ kind: 'edit', element }));
  },
};

export const tags: Action = {
  name: 'tags',
  label: text.actions.tags,
  icon: IconTags,
  isShown: ({ selected }) => selected.length > 1,
  isEnabled: toChangeSelection,
  run({ dispatch, selected }) {
    if (selected.some((element) => element.default)) dispatch(toast.warning(text.actions.editDefault));
    else dispatch(dialogOpened({ kind: 'tags', elements: [...selected] }));
  },
};

export const deleteSelected: Action = {
  name: 'delete',
  label: text.actions.delete,
  icon: IconTrash,
  shortcut: { key: 'Delete' },
  dangerous: true,
  isEnabled: toChangeSelection,
  run({ dispatch, selected }) {
    if (selected.some((element) => element.default)) dispatch(toast.warning(text.actions.deleteDefault));
    else dispatch(dialogOpened({ kind: 'delete', elements: [...selected] }));
  },
};

export const history: Action = {
  name: 'history',
  label: text.actions.history,
  icon: IconHistory,
  isShown: ({ selected }) => selected.length === 1 && selected.every((element) => isFile(element)),
  isEnabled: toChangeSelection,
  run({ dispatch, selected: [element] }) {
    if (element) dispatch(dialogOpened({ kind: 'history', element }));
  },
};

/** Shows how the selected folder was, or the open one when none is selected. */
export const rewind: Action = {
  name: 'rewind',
  label: text.actions.rewind,
  icon: IconHistory,
  isShown: isOneFolder,
  isEnabled: toChange,
  run({ selected: [folder], targetFolder }) {
    navigate(`/rewind?folder=${folder?._id ?? targetFolder?.folderId ?? ''}`);
  },
};

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

export const share: Action = {
  name: 'share',
  label: text.actions.share,
  icon: IconShare,
  isEnabled: toChangeSelection,
  run({ dispatch, selected }) {
    if (selected.some((element) => element.default)) dispatch(toast.warning(text.actions.shareDefault));
    else if (selected.length > limits.maxScopeRoots) dispatch(toast.warning(text.actions.shareMany));
    else dispatch(dialogOpened({ kind: 'share', elements: [...selected] }));
  },
};

/** Into the selected folder, or the open one when none is selected. */
export const askForFiles: Action = {
  name: 'ask-for-files',
  label: text.actions.askForFiles,
  icon: IconInbox,
  isShown: ({ selected, targetFolder }) =>
    selected.length === 0
      ? targetFolder?.url !== '/'
      : selected.length === 1 && selected.every((element) => isFolder(element)),
  isEnabled: toChange,
  run({ dispatch, selected: [selected], targetFolder }) {
    const { folderId = '', url = '' } = targetFolder ?? {};
    const folder = selected ?? { _id: folderId, linkname: crumbsOf(url).at(-1)?.name ?? '' };
    dispatch(dialogOpened({ kind: 'ask-files', folder: { _id: folder._id, linkname: folder.linkname } }));
  },
};

/** Exports the selected folder, or the open one when none is selected. */
export const exportBookmarks: Action = {
  name: 'export-bookmarks',
  label: text.actions.exportBookmarks,
  icon: IconBookmarks,
  isShown: isOneFolder,
  isEnabled: toChange,
  run({ selected: [folder], targetFolder, download }) {
    const id = folder?._id ?? targetFolder?.folderId;
    if (id !== undefined) download(`/api/bookmarks/export?folder=${encodeURIComponent(id)}`);
  },
};
