/** `npm start`: makes the clone ready, then runs the whole product in one process until it is told to stop. */
import { setUpOrExit } from './setup.mjs';
import { runProduct } from './setup/run-product.mjs';

await setUpOrExit('start');
runProduct('standalone', 'start');
