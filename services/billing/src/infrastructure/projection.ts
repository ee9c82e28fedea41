import type { BillingEvent } from '@skyshelf/contracts';
import type { Projection } from '@skyshelf/event-store';
import type { BillingRow } from '../domain/billing-row.js';
import { changesOf } from '../domain/changes.js';

export const billingProjection: Projection<BillingEvent, BillingRow> = {
  changes: ({ data, at }) => changesOf(data, at),
  unique: [],
  indexes: [['class']],
};
