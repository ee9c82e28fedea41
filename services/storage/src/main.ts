import { runMain } from '@skyshelf/http';
import { startStorage } from './start.js';

await runMain(startStorage);
