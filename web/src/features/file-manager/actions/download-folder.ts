import { IconFileZip } from '@tabler/icons-react';
import { text } from '../../../shared/messages/en.js';
import { isFolder } from '../../../shared/kinds/kind-of.js';
import type { Action } from './action.js';
import { toChangeSelection } from './enablement.js';

/** A folder with all below it, as one archive. */
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
