export { storage } from './storage.service.js';
export { storageConfig, storageDefaults, type StorageConfig } from './storage.config.js';
export type { StorageRuntime } from './storage.runtime.js';
export type { Problem } from './domain/problem.js';
