import { runUntilStopped } from '@skyshelf/data-folder';
import { collectWhenIdle } from './collect-when-idle.js';
import { startStandalone } from './standalone.js';

collectWhenIdle();
await runUntilStopped((onFailure) => startStandalone(process.env, onFailure), 'npm start');
