import { runMain, startServiceProcess } from '@skyshelf/service';
import { storage } from './storage.service.js';

await runMain(() => startServiceProcess(storage));
