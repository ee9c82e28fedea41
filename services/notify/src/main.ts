import { startNotify } from './start.js';

await startNotify();
