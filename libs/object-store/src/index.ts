export * from './port.js';
export { isObjectStoreError, ObjectStoreError, type ObjectStoreErrorCode } from './port.js';
export {
  createFolderStore,
  type FolderStore,
  type FolderStoreOptions,
  freeBytesOf,
} from './folder/folder-store.js';
export { createS3Store, type S3Store, type S3StoreOptions } from './s3/s3-store.js';
export { objectStoreConfig, objectStoreSettings, type ObjectStoreConfig } from './object-store.config.js';
export {
  prepareObjectStore,
  openObjectStore,
  type OpenedObjectStore,
  type OpenOptions,
} from './open-object-store.js';
export { readOnlyObjects } from './read-only-objects.js';
export { observedObjectStore } from './observed-object-store.js';
