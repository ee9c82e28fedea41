export * from './port.js';
export * from './outbox-port.js';
export { createMemoryDriveStore } from './memory/memory-drive-store.js';
export { createMongoDriveStore, type MongoDriveStoreOptions } from './mongo/mongo-drive-store.js';
export { createOutbox, type OutboxOptions } from './mongo/outbox.js';
export { SLOTS, slotOf } from './slot.js';
export type { StoreOptions } from './store-options.js';
