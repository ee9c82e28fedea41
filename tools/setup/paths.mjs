import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * The path of the compiler below a root. It checks types in a third of the time that the package `typescript`
 * takes, which is there for tools that read syntax trees. Its name makes npm link its `tsc` in node_modules/.bin.
 */
export const COMPILER = 'node_modules/native-typescript/bin/tsc';

/** Set-up notes what it has done in this clone here; never committed. */
export const NOTES = join(ROOT, '.cache', 'setup');
