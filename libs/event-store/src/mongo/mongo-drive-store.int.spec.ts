import { createMongoJobs } from '@skyshelf/jobs';
import { fakeClock, testDatabase } from '@skyshelf/testing';
import { driveStoreContract } from '../../testing/drive-store.contract.js';
import { shelfOptions } from '../../testing/open-shelf.js';
import { createMongoDriveStore } from './mongo-drive-store.js';

driveStoreContract('MongoDB', async ({ quota = 1000, queueLimit } = {}) => {
  const { client, db, drop } = await testDatabase('drives');
  const clock = fakeClock();
  const jobs = createMongoJobs({ client, db, clock, worker: 'test', kinds: [] });
  const store = createMongoDriveStore({
    ...shelfOptions(quota, clock),
    client,
    db,
    jobs,
    retireMs: 0,
    ...(queueLimit && { queueLimit }),
  });
  await Promise.all([store.prepare(), jobs.prepare()]);
  return {
    store,
    jobs,
    now: clock.now,
    close: async () => {
      await store.close();
      await drop();
    },
  };
});
