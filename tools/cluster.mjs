/** `npm run cluster`: makes the clone ready, then runs every service in processes of its own, on real servers, until it is told to stop. */
import { join } from 'node:path';
import { setUpOrExit } from './setup.mjs';
import { ROOT } from './setup/paths.mjs';
import { runProduct } from './setup/run-product.mjs';

await setUpOrExit('start');
runProduct(join(ROOT, 'apps', 'cluster', 'dist', 'main.js'), { script: 'cluster' });
