/**
 * `npm run cluster`: makes the clone ready, then runs every service in processes of its own, on real servers,
 * until it is told to stop.
 */
import { setUpOrExit } from './setup.mjs';
import { runProduct } from './setup/run-product.mjs';

await setUpOrExit('start');
runProduct('cluster', 'cluster');
