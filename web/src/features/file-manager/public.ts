import { lazy } from 'react';

export { cutTrashed } from './clipboard/clipboard.js';
export { Thumb } from './grid/thumb.js';
export { layoutChosen, selectView } from './state/view-slice.js';

export const FolderChooser = lazy(() => import('./dialogs/send-to/folder-chooser.js'));
