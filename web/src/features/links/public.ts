import { lazy } from 'react';

export { useListSharesQuery } from './links-api.js';

export const AskDialog = lazy(() => import('./ask-dialog.js'));
export const ShareDialog = lazy(() => import('./share-dialog.js'));
