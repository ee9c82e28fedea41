import { runMain, startServiceProcess } from '@skyshelf/service';
import { notify } from './notify.service.js';

await runMain(() => startServiceProcess(notify));
