import { lazy } from 'react';

export const FolderChooser = lazy(() => import('./dialogs/send-to/folder-chooser.js'));

/** It is fetched when something is cut outside of a folder. */
export const loadClipboard = () => import('./actions/clipboard-actions.js');
