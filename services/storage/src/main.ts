import { startStorage } from './start.js';

await startStorage();
