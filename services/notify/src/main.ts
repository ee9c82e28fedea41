import { runMain } from '@skyshelf/http';
import { startNotify } from './start.js';

await runMain(startNotify);
