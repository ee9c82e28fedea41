import { blobOwner, type BlobOwner, type DerivativeSource, type DriveId } from '@skyshelf/contracts';
import type { DriveOwner } from '@skyshelf/service';
import type { MongoJobs } from '@skyshelf/jobs';
import type { Collection } from 'mongodb';
import { z } from 'zod';
import type { JobRequest } from '../application/job.js';
import { requestsOf, type Kinds } from '../application/kind.js';
import { queueRequestOf } from './job-queue.js';
import type { PageVisit } from './visits.js';

interface MediaOwnerDeps {
  visits: Collection<PageVisit>;
  queue: Pick<MongoJobs, 'enqueue'>;
  kinds: Kinds;
}

const elementLine = z.strictObject({ element: blobOwner });

/** No part of an archive; a restore asks for what was not made. */
export const mediaOwner = ({ visits, queue, kinds }: MediaOwnerDeps): DriveOwner => ({
  async restore(drive, _, pages) {
    let last: string | null = null;
    for await (const page of pages) {
      const elements = page.map((line) => elementLine.parse(line).element);
      const first = elements.filter(({ blobId }, index) => {
        const before = index === 0 ? last : (elements[index - 1]?.blobId ?? null);
        // Elements with the same bytes are neighbours, and what is made for one goes to all.
        return blobId === null || blobId !== before;
      });
      last = elements.at(-1)?.blobId ?? null;
      const requests = first.flatMap((element) => missingOf(kinds, drive, element));
      if (requests.length > 0) await queue.enqueue(requests.map(queueRequestOf));
    }
  },
  async forget(drive) {
    await visits.deleteMany({ drive });
  },
});

function missingOf(kinds: Kinds, drive: DriveId, element: BlobOwner): JobRequest[] {
  const source = sourceOf(element);
  if (!source) return [];
  const { id: elementId, kind: type, width, height } = element;
  const asked = { elementId, type, source, ...(width && height && { pixels: width * height }) };
  return requestsOf(kinds, { drive, actor: null, trace: null }, [asked]).filter(
    ({ kind }) => !element.derived[kind],
  );
}

function sourceOf({ blobId, url }: BlobOwner): DerivativeSource | null {
  if (blobId !== null) return { blobId };
  return url === null ? null : { url };
}
