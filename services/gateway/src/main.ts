import { runMain, startServiceProcess } from '@skyshelf/service';
import { gateway } from './gateway.service.js';

await runMain(() => startServiceProcess(gateway));
