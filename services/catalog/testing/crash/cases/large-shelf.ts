import type { CatalogEvent } from '@skyshelf/contracts';
import { aFolder, manyFiles } from '../../facts.js';

/** More than one transaction takes, in two levels. */
export const largeShelf: readonly CatalogEvent[] = [
  aFolder('to'),
  aFolder('big'),
  ...manyFiles('big', 180),
  aFolder('sub', 'big'),
  ...manyFiles('sub', 60),
];
