import type { DriveId } from '@skyshelf/contracts';
import type { Clock } from '@skyshelf/tokens';
import type { Update } from '../domain/update.js';

/** The updates of the product. */
export interface Updates {
  /** At most so many, the newest first. */
  newest(limit: number): Promise<Update[]>;
  /** Durable before it returns; one that is there stays as it is. */
  insert(update: Update, by: DriveId): Promise<void>;
}

/** What the use cases work with. */
export interface Notify {
  updates: Updates;
  updatesShown: number;
  clock: Clock;
}
