import { runMain } from '@skyshelf/service';
import { startMedia } from './start.js';

await runMain(startMedia);
