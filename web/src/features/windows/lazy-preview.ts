import { lazy } from 'react';

export const Preview = /* @__PURE__ */ lazy(() => import('./preview.js'));
