import type { Update } from '../domain/update.js';

/** The updates of the product. */
export interface Updates {
  /** At most so many, the newest first. */
  newest(limit: number): Promise<Update[]>;
}

/** What the use cases work with. */
export interface Notify {
  updates: Updates;
  updatesShown: number;
}
