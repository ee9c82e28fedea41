import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Where set-up notes what it has done in this clone; never committed. */
export const NOTES = join(ROOT, '.cache', 'setup');
