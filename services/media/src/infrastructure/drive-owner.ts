import { derivativeKinds, type DriveId } from '@skyshelf/contracts';
import type { DriveOwner } from '@skyshelf/service';
import type { Collection } from 'mongodb';
import type { Job } from '../domain/job.js';

/** What media keeps of a drive: its jobs. They are no part of an archive, but say when its drive has come to rest. */
export const mediaOwner = (jobs: Collection<Job>): DriveOwner => ({
  exports: { jobs: (drive, { endedSince }) => jobLines(jobs, drive, endedSince) },
  async forget(drive, { forGood }) {
    // A worker that has one in hand finds its lease gone and lets go of it. What is taken back never had any.
    if (forGood) await jobs.deleteMany({ drive });
  },
});

async function* jobLines(jobs: Collection<Job>, drive: DriveId, since: Date): AsyncGenerator<object> {
  const ofDrive = { drive, kind: { $in: derivativeKinds } };
  const open = await jobs.findOne({ ...ofDrive, open: true }, { projection: { _id: 1 } });
  yield { underWay: open !== null };
  const ended = { open: false, state: { $in: ['done' as const, 'failed' as const] }, ended: { $gte: since } };
  const found = jobs.find(
    { ...ofDrive, ...ended },
    { projection: { _id: 0, elementId: 1, kind: 1 }, batchSize: 1000 },
  );
  for await (const { elementId, kind } of found) yield { elementId, kind };
}
