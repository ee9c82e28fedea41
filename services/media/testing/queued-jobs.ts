import type { BlobId, DriveId } from '@skyshelf/contracts';
import { createServiceOutbox } from '@skyshelf/service';
import { MongoJobQueue } from '../src/infrastructure/job-queue.js';
import type { RunningMedia } from './running-media.js';

/** The queue as a worker of this name sees it. */
export function queueOf(media: RunningMedia, worker: string): MongoJobQueue {
  const { client, clock, db } = media.runtime({});
  return new MongoJobQueue(client, media.jobs, createServiceOutbox('media', { db, clock }), clock, worker);
}

/** Thumbnails of files of these names are asked for. */
export const addJobs = (media: RunningMedia, drive: DriveId, ...names: string[]): Promise<void> =>
  media.database.client.withSession((session) =>
    session.withTransaction(() =>
      queueOf(media, 'asker').add(
        session,
        names.map((name) => ({
          kind: 'thumbnail' as const,
          drive,
          elementId: name as never,
          source: { blobId: name as BlobId },
          actor: null,
          trace: null,
        })),
      ),
    ),
  );
