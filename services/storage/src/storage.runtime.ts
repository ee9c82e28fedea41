import type { StorageEvent } from '@skyshelf/contracts';
import type { ObjectStore } from '@skyshelf/object-store';
import type { StatefulRuntime } from '@skyshelf/service';
import type { StorageConfig } from './storage.config.js';

export interface StorageRuntime extends StatefulRuntime<StorageConfig, StorageEvent> {
  objects: ObjectStore;
  /** The folder of a database on this machine: uploads must not fill its disk. */
  databaseFolder?: string;
}

export const STORAGE = Symbol('Storage');
