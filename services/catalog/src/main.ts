import { runMain } from '@skyshelf/http';
import { startCatalog } from './start.js';

await runMain(startCatalog);
