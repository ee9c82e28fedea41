import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Set-up notes what it has done in this clone here; never committed. */
export const NOTES = join(ROOT, '.cache', 'setup');
