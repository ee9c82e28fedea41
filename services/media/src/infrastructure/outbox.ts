import { eventTypeOf } from '@skyshelf/contracts';
import { createOutbox, type Outbox } from '@skyshelf/event-store';
import type { MediaRuntime } from '../media.runtime.js';

/** Media's events on their way out. */
export const createMediaOutbox = ({ db, clock }: Pick<MediaRuntime, 'db' | 'clock'>): Outbox =>
  createOutbox({ db, clock, service: 'media', schemaOf: (type) => eventTypeOf(type)?.schema ?? 1 });
