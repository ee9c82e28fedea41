import { createMemoryJobs } from '@skyshelf/jobs';
import { fakeClock } from '@skyshelf/testing';
import { driveStoreContract } from '../../testing/drive-store.contract.js';
import { shelfOptions } from '../../testing/open-shelf.js';
import { createMemoryDriveStore } from './memory-drive-store.js';

driveStoreContract('memory', async ({ quota = 1000, queueLimit } = {}) => {
  const clock = fakeClock();
  const jobs = createMemoryJobs({ clock, worker: 'test' });
  const store = createMemoryDriveStore({
    ...shelfOptions(quota, clock),
    jobs,
    ...(queueLimit && { queueLimit }),
  });
  return { store, jobs, now: clock.now, close: () => store.close() };
});
