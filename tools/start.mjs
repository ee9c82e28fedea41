/** `npm start`: makes the clone ready, then runs the whole product in one process until it is told to stop. */
import { join } from 'node:path';
import { setUpOrExit } from './setup.mjs';
import { ROOT } from './setup/paths.mjs';
import { runProduct } from './setup/run-product.mjs';

/**
 * A young generation of 4 MB instead of 16. With what run-product.mjs asks of glibc, all processes together hold 329 MB after 200 uploads and a minute of
 * rest, instead of 564 (`npm run bench -- start`).
 */
const LITTLE_MEMORY = ['--max-semi-space-size=4'];

await setUpOrExit('start');
runProduct(join(ROOT, 'apps', 'standalone', 'dist', 'main.js'), {
  nodeArgs: LITTLE_MEMORY,
  script: 'start',
});
