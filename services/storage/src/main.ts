import { runMain } from '@skyshelf/service';
import { startStorage } from './start.js';

await runMain(startStorage);
