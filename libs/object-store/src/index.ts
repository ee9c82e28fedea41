export * from './port.js';
export { isObjectStoreError, ObjectStoreError, type ObjectStoreErrorCode } from './object-store-error.js';
export { createFolderStore, type FolderStore, type FolderStoreOptions } from './folder/folder-store.js';
