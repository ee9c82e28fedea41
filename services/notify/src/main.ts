import { runMain } from '@skyshelf/service';
import { startNotify } from './start.js';

await runMain(startNotify);
