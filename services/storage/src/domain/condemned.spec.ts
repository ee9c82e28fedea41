import type { BlobId } from '@skyshelf/contracts';
import { expect, it } from 'vitest';
import type { Blob } from './blob.js';
import { confirmUnused, removalDates, toConfirm } from './condemned.js';

const blob = (id: string, state: Blob['state']) => ({ _id: id as BlobId, state });
const condemned = [blob('served', 'ready'), blob('named', 'ready'), blob('begun', 'removing')];

it('removes what catalog calls unused too, and finishes what a sweep has begun', () => {
  expect(toConfirm(condemned)).toEqual(['served', 'named']);
  const { removed, kept } = confirmUnused(condemned, ['served', 'unknown']);
  expect([removed.map(({ _id }) => _id), kept]).toEqual([['served', 'begun'], ['named']]);
});

it('keeps unnamed bytes as long as the setting says, and removed references for 30 days', () => {
  const now = new Date('2026-05-31T00:00:00Z');
  expect(removalDates(now, { keepUnusedMs: 86_400_000 })).toEqual({
    blobs: new Date('2026-05-30T00:00:00Z'),
    references: new Date('2026-05-01T00:00:00Z'),
  });
});
