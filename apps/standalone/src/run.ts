import { runUntilStopped } from '@skyshelf/data-folder';
import { startStandalone } from './standalone.js';

await runUntilStopped((onFailure) => startStandalone(process.env, onFailure), 'npm start');
