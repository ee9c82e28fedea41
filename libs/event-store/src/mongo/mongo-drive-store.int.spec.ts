import { createMongoJobs } from '@skyshelf/jobs';
import { fakeClock, sequentialIds, testDatabase } from '@skyshelf/testing';
import { driveStoreContract } from '../../testing/drive-store.contract.js';
import { shelfEvent, shelfSides } from '../example/shelf-events.js';
import { shelfProjection } from '../example/shelf-projection.js';
import { createMongoDriveStore } from './mongo-drive-store.js';

driveStoreContract('MongoDB', async ({ quota = 1000, queueLimit } = {}) => {
  const { client, db, drop } = await testDatabase('drives');
  const clock = fakeClock();
  const jobs = createMongoJobs({ client, db, clock, worker: 'test', kinds: [] });
  const store = createMongoDriveStore({
    client,
    db,
    service: 'shelf',
    projection: shelfProjection(quota),
    eventSchema: shelfEvent,
    sides: shelfSides,
    clock,
    jobs,
    ids: { next: sequentialIds() },
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
