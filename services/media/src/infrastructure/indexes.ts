import type { IndexPlan } from '@skyshelf/event-store';
import { jobsPlan } from '@skyshelf/jobs';
import { jobShape } from '../application/job.js';

const goes = { key: { expires: 1 }, expireAfterSeconds: 0 } as const;

export const indexes: IndexPlan = {
  ...jobsPlan(jobShape),
  pageVisits: [goes, { key: { drive: 1 } }],
  visitedHosts: [goes],
};
