import { runUntilStopped } from '@skyshelf/data-folder';
import { giveMemoryBack } from './give-memory-back.js';
import { startStandalone } from './standalone.js';

giveMemoryBack();
await runUntilStopped((onFailure) => startStandalone(process.env, onFailure), 'npm start');
