import { runMain } from '@skyshelf/service';
import { startBilling } from './start.js';

await runMain(startBilling);
