import { lazy } from 'react';

/** Shows one file in a box of its owner. */
export const FileView = /* @__PURE__ */ lazy(() => import('./file-view.js'));
export const Preview = /* @__PURE__ */ lazy(() => import('./preview.js'));
