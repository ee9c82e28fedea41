import { runMain } from '@skyshelf/http';
import { startBilling } from './start.js';

await runMain(startBilling);
