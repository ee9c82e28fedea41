export * from './port.js';
export * from './outbox-port.js';
export { createMemoryDriveStore } from './memory/memory-drive-store.js';
export { createMongoDriveStore, type MongoDriveStoreOptions } from './mongo/mongo-drive-store.js';
export { drivesPlan, eventsPlan } from './mongo/collections.js';
export { joined, makeMissing, missingOf, type IndexPlan } from './mongo/index-plan.js';
export type { Recorder } from './mongo/write-batches.js';
export { createAbandonedTransactions } from './mongo/abandoned-transactions.js';
export { createOutbox, type OutboxOptions } from './mongo/outbox.js';
export { publishAgain, RestoreEpochs, writeEpoch } from './mongo/restore-epochs.js';
export { SLOTS, slotOf } from './outbox-port.js';
export type { StoreOptions } from './store-options.js';
export { PartedRecords } from './difference/parted-records.js';
export {
  openDriveSnapshot,
  readRecords,
  type ArchivedSides,
  type DriveMoment,
  type DriveSnapshot,
} from './archive/read-drive-copy.js';
export { forgetDrive, forgetEvents } from './archive/forget-drive.js';
export { archivedRecord, isThere, restoreDrive, type RestoredStream } from './archive/restore-drive.js';
export type { EventRecord, SideDocument } from './drive-storage.js';
