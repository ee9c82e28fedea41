import { runMain } from '@skyshelf/service';
import { startGateway } from './start.js';

await runMain(startGateway);
