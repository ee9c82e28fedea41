import { runMain } from '@skyshelf/service';
import { startCatalog } from './start.js';

await runMain(startCatalog);
