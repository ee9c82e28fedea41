import type { StorageEvent } from '@skyshelf/contracts';
import type { ObjectStore } from '@skyshelf/object-store';
import type { StatefulRuntime } from '@skyshelf/service';
import type { StorageConfig } from './storage.config.js';

export interface StorageRuntime extends StatefulRuntime<StorageConfig, StorageEvent> {
  objects: ObjectStore;
  /** When on a disk here: uploads must not fill it. */
  databaseFolder?: string;
}

export const STORAGE = Symbol('Storage');
