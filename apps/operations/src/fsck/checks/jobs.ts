import { problemList } from '@skyshelf/contracts';
import type { Check, Problem } from '../check.js';

/** Every piece of media's work comes to an end. */
export const stuckJobs: Check = {
  name: 'jobs',
  *subjects({ peers }, { drive }) {
    const look = async (): Promise<Problem[]> =>
      problemList
        .parse(await peers.json('media', '/internal/jobs/check'))
        .problems.filter(({ about }) => drive === null || about?.drive === drive);
    yield { service: 'media', drive: null, look };
  },
};
