import { fileURLToPath } from 'node:url';

/** Lets node run the sources of this library as they are, in a process that a test may kill. */
export const sourceFlags = [
  '--experimental-transform-types',
  '--no-warnings',
  '-C',
  '@skyshelf/source',
  '--import',
  fileURLToPath(new URL('./typescript-hooks.mjs', import.meta.url)),
];
