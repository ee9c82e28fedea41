import { runMain, startServiceProcess } from '@skyshelf/service';
import { catalog } from './catalog.service.js';

await runMain(() => startServiceProcess(catalog));
