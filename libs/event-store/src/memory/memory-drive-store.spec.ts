import { createMemoryJobs } from '@skyshelf/jobs';
import { fakeClock, sequentialIds } from '@skyshelf/testing';
import { driveStoreContract } from '../../testing/drive-store.contract.js';
import { shelfEvent, shelfSides } from '../example/shelf-events.js';
import { shelfProjection } from '../example/shelf-projection.js';
import { createMemoryDriveStore } from './memory-drive-store.js';

driveStoreContract('memory', async ({ quota = 1000, queueLimit } = {}) => {
  const clock = fakeClock();
  const jobs = createMemoryJobs({ clock, worker: 'test' });
  const store = createMemoryDriveStore({
    service: 'shelf',
    projection: shelfProjection(quota),
    eventSchema: shelfEvent,
    sides: shelfSides,
    clock,
    jobs,
    ids: { next: sequentialIds() },
    ...(queueLimit && { queueLimit }),
  });
  return { store, jobs, now: clock.now, close: () => store.close() };
});
