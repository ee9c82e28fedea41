import type { Kinds } from '../application/kind.js';
import { preview } from './preview.js';
import { thumbnail } from './thumbnail.js';

/** One for each row of `derivatives` in libs/contracts. */
export const kinds: Kinds = { thumbnail, preview };
