export { giveBack, lendingReads } from './lent-buffers.js';
export { lentFile } from './lent-file.js';
export { relay, relayed } from './relay.js';
export { singly } from './singly.js';
