import { eventTypeOf } from '@skyshelf/contracts';
import { createOutbox, type Outbox } from '@skyshelf/event-store';
import type { CatalogRuntime } from '../catalog.runtime.js';

/** Catalog's events on their way out: they lie in the drive store. */
export const createCatalogOutbox = ({ db, clock }: Pick<CatalogRuntime, 'db' | 'clock'>): Outbox =>
  createOutbox({ db, clock, service: 'catalog', schemaOf: (type) => eventTypeOf(type)?.schema ?? 1 });
