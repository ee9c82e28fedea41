export { giveBack, lendingReads } from './lent-buffers.js';
export { lentFile } from './lent-file.js';
export { relay, relayed } from './relay.js';
export { chunksAsRead } from './chunks-as-read.js';
