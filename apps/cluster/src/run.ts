import { runUntilStopped } from '@skyshelf/data-folder';
import { startCluster } from './cluster.js';

await runUntilStopped(() => startCluster(process.env), 'npm run cluster');
