import type { RouteContract } from './route.js';

/** For clients that can't carry the contracts and their schema library. */
export const renderAddresses = (routeTable: readonly RouteContract[]): string =>
  [
    '/** Method and path of every call. Written by `npm run generate` from the contracts. */',
    'export const addresses = {',
    ...routeTable.map(({ name, method, path }) => `  ${name}: ['${method}', '${path}'],`),
    '} as const;',
    '',
  ].join('\n');
