import type { BlobId, DriveId } from '@skyshelf/contracts';
import { createMongoJobs, type MongoJobs } from '@skyshelf/jobs';
import { jobShape } from '../src/application/job.js';
import { queueRequestOf } from '../src/infrastructure/job-queue.js';
import { kinds } from '../src/kinds/registry.js';
import type { RunningMedia } from './running-media.js';

/** The queue as a worker of this name sees it. */
export function queueOf(media: RunningMedia, worker: string): MongoJobs {
  const { client, clock, db } = media.runtime({});
  return createMongoJobs({ client, db, clock, worker, kinds: Object.values(kinds), shape: jobShape });
}

/** Thumbnails of files of these names are asked for. */
export const addJobs = (media: RunningMedia, drive: DriveId, ...names: string[]): Promise<void> =>
  queueOf(media, 'asker').enqueue(
    names.map((name) =>
      queueRequestOf({
        kind: 'thumbnail',
        drive,
        elementId: name as never,
        actor: null,
        trace: null,
        source: { blobId: name as BlobId },
      }),
    ),
  );
