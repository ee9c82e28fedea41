import { lazy } from 'react';

export const HistoryDialog = /* @__PURE__ */ lazy(() => import('./history-dialog.js'));
