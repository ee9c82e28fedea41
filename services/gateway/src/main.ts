import { runMain } from '@skyshelf/http';
import { startGateway } from './start.js';

await runMain(startGateway);
