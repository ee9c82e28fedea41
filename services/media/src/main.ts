import { runMain } from '@skyshelf/http';
import { startMedia } from './start.js';

await runMain(startMedia);
