import { eventTypeOf } from '@skyshelf/contracts';
import { createOutbox, type Outbox } from '@skyshelf/event-store';
import type { StorageRuntime } from '../storage.runtime.js';

/** Storage's events on their way out. */
export const createStorageOutbox = ({ db, clock }: Pick<StorageRuntime, 'db' | 'clock'>): Outbox =>
  createOutbox({ db, clock, service: 'storage', schemaOf: (type) => eventTypeOf(type)?.schema ?? 1 });
