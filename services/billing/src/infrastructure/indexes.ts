import { drivesPlan, type IndexPlan } from '@skyshelf/event-store';
import { jobsPlan } from '@skyshelf/jobs';
import { billingProjection } from './drive-store.js';

export const indexes: IndexPlan = {
  ...drivesPlan(billingProjection),
  ...jobsPlan(),
  plans: [{ key: { itemNumber: 1 }, unique: true }],
  payments: [
    { key: { subscription: 1 } },
    { key: { transaction: 1 } },
    { key: { drive: 1 } },
    { key: { kind: 1, drive: 1 } },
    { key: { received: -1, _id: 1 } },
  ],
};
