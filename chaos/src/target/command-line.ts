import { join } from 'node:path';

/** The operator's command line of the built product. */
export const commandLine = (product: string, ...words: string[]): string[] => [
  join(product, 'node_modules/.bin/node'),
  join(product, 'apps/operations/dist/cli.js'),
  ...words,
];
