import { makeMissing } from '@skyshelf/event-store';
import type { BlobId } from '@skyshelf/contracts';
import { fakeClock, testDatabase, type TestDatabase } from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newDrive } from '../testing/running-media.js';
import type { Kind } from './application/kind.js';
import type { MakeDerivative } from './application/make-derivative.js';
import { createVisitOnce } from './application/visit-once.js';
import type { Job } from './application/job.js';
import { indexes } from './infrastructure/indexes.js';
import { createVisits } from './infrastructure/visits.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase('visits');
  await makeMissing(database.db, indexes);
});
afterAll(() => database.drop());

const DAY_MS = 24 * 3600_000;
const kind = { visits: true } as Kind;
const run = { signal: new AbortController().signal };

describe('a page that a picture is made of', () => {
  // MongoDB removes what has expired by its own clock.
  const clock = fakeClock('2126-03-01T12:00:00.000Z');
  const visits = () => createVisits(database.db, clock);
  let blobs = 0;
  const make = vi.fn<MakeDerivative>(async () => ({ blobId: `b${(blobs += 1)}` as BlobId, bytes: 1 }));
  let there = true;
  const find = async () => (there ? { key: '', size: 1, type: 'image/webp' } : null);
  const once = () => createVisitOnce(make, { visits: visits(), blobs: { find } });
  const jobFor = (drive: Job['drive'], url: string) => ({ drive, source: { url } }) as Job;

  it('is visited once a drive in 30 days, and again when the picture is gone', async () => {
    const drive = newDrive();
    const other = newDrive();
    const page = 'https://skyshelf.example/a';
    expect(await once()(kind, jobFor(drive, page), run)).toMatchObject({ blobId: 'b1' });
    clock.advance(29 * DAY_MS);
    expect(await once()(kind, jobFor(drive, page), run)).toMatchObject({ blobId: 'b1' });
    expect(await once()(kind, jobFor(other, page), run)).toMatchObject({ blobId: 'b2' });
    expect(await once()(kind, jobFor(drive, `${page}b`), run)).toMatchObject({ blobId: 'b3' });
    there = false;
    expect(await once()(kind, jobFor(drive, page), run)).toMatchObject({ blobId: 'b4' });
    there = true;
    clock.advance(31 * DAY_MS);
    expect(await once()(kind, jobFor(drive, page), run)).toMatchObject({ blobId: 'b5' });
  });

  it('is not visited while another page of its host is', async () => {
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<null>();
    make.mockImplementationOnce(() => {
      begun.resolve();
      return end.promise;
    });
    const first = once()(kind, jobFor(newDrive(), 'https://busy.example/a'), run);
    await begun.promise;
    await expect(once()(kind, jobFor(newDrive(), 'https://busy.example/b'), run)).rejects.toMatchObject({
      code: 'service.unavailable',
    });
    await once()(kind, jobFor(newDrive(), 'https://idle.example/'), run);
    end.resolve(null);
    await first;
    await once()(kind, jobFor(newDrive(), 'https://busy.example/b'), run);
  });
});
