import { drivesPlan, type IndexPlan } from '@skyshelf/event-store';
import { jobsPlan } from '@skyshelf/jobs';
import { catalogSides } from '../application/catalog.js';
import { catalogProjection } from './drive-store.js';

const plan = drivesPlan(catalogProjection, catalogSides);

export const indexes: IndexPlan = {
  ...plan,
  ...jobsPlan(),
  // A visitor comes with the address alone.
  shares: [...(plan.shares ?? []), { key: { hash: 1 }, name: 'hash' }],
};
