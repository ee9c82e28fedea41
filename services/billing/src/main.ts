import { runMain, startServiceProcess } from '@skyshelf/service';
import { billing } from './billing.service.js';

await runMain(() => startServiceProcess(billing));
