import { runMain, startServiceProcess } from '@skyshelf/service';
import { media } from './media.service.js';

await runMain(() => startServiceProcess(media));
