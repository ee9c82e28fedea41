import type { StorageEvent } from '@skyshelf/contracts';
import type { ObjectStore } from '@skyshelf/object-store';
import type { StatefulRuntime } from '@skyshelf/service';
import type { StorageConfig } from './storage.config.js';

/** What storage needs from the process that starts it. */
export interface StorageRuntime extends StatefulRuntime<StorageConfig, StorageEvent> {
  objects: ObjectStore;
  /** Where the database has its files, when that is a disk of this machine: uploads must not fill it. */
  databaseFolder?: string;
}

/** Injection token of what the use cases work with (`Storage`). */
export const STORAGE = Symbol('Storage');
