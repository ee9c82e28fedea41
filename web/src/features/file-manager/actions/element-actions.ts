import {
  IconCursorText,
  IconExternalLink,
  IconInfoCircle,
  IconPencil,
  IconTags,
  IconTrash,
} from '@tabler/icons-react';
import { text } from '../../../shared/messages/en.js';
import { type Action, toChangeSelection, withSelection } from './action.js';
import { openElement } from './open-element.js';
import { dialogOpened, renamingStarted } from '../state/overlay-slice.js';
import { toast } from '../../../shared/toasts/toasts-slice.js';

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
