import { startMedia } from './start.js';

await startMedia();
