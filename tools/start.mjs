/** `npm start`: makes the clone ready, then runs the whole product in one process until it is told to stop. */
import { join } from 'node:path';
import { setUpOrExit } from './setup.mjs';
import { ROOT } from './setup/paths.mjs';
import { runProduct } from './setup/run-product.mjs';

/**
 * A young generation of 4 MB instead of 16, and (by MALLOC_ARENA_MAX) two heaps of glibc instead of one for each thread: after 200 uploads and a
 * minute of rest all processes together hold 404 MB instead of 564 (`npm run bench -- start`).
 */
const LITTLE_MEMORY = ['--max-semi-space-size=4'];

await setUpOrExit('start');
runProduct(join(ROOT, 'deploy', 'standalone', 'dist', 'main.js'), {
  nodeArgs: LITTLE_MEMORY,
  script: 'start',
});
