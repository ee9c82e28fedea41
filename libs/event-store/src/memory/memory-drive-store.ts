import type { AskersJobs } from '@skyshelf/jobs';
import { StoredDrives } from '../drive-store.js';
import type { DomainEvent, DriveStore, Row } from '../port.js';
import { rulesOf, type StoreOptions } from '../store-options.js';
import { MemoryStorage } from './memory-storage.js';

/** For tests of a domain; the same contract suite as MongoDB's. */
export const createMemoryDriveStore = <
  E extends DomainEvent,
  R extends Row,
  N extends string = never,
  T extends object = object,
>(
  options: StoreOptions<E, R, N, T> & { jobs?: Pick<AskersJobs<never>, 'enter'> },
): DriveStore<E, R, N, T> =>
  new StoredDrives(rulesOf(options), new MemoryStorage<E, R>(options.projection, options.jobs), options);
