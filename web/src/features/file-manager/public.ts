import { lazy } from 'react';

export const FolderChooser = lazy(() => import('./dialogs/send-to/folder-chooser.js'));
