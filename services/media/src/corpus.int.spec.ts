import { readFile, writeFile } from 'node:fs/promises';
import type { BlobId, DerivativeKind } from '@skyshelf/contracts';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { generatedImages } from '../testing/corpus/images/generated.js';
import { meanDistance, quarters } from '../testing/corpus/images/quarters.js';
import { corpusOf } from '../testing/corpus/outcome.js';
import type { Job } from './domain/job.js';
import { createMakeDerivative } from './application/make-derivative.js';
import { JobRefusal, reasonsOf, TryFailure } from './domain/refusal.js';
import { inWorkspace } from './infrastructure/workspaces.js';
import { kinds } from './kinds/registry.js';

const bytesOf = (file: string) =>
  generatedImages[file]?.() ?? readFile(new URL(`../testing/corpus/images/files/${file}`, import.meta.url));

/** What is made of a file, as a worker makes it; or the reason why it is not. */
async function make(kind: DerivativeKind, file: string) {
  const bytes = await bytesOf(file);
  const kept: Buffer[] = [];
  const makeDerivative = createMakeDerivative({
    inWorkspace,
    blobs: {
      find: async () => ({ key: file, size: bytes.length }),
      download: async (_blob, path) => writeFile(path, bytes).then(() => true),
      keep: async (_job, path) => {
        kept.push(await readFile(path));
        return { blobId: 'made' as BlobId, bytes: 1 };
      },
    },
  });
  const job = { kind, source: { blobId: file as BlobId } } as Job;
  // What takes longer is hostile; on a busy machine the others take seconds.
  const patient = { ...kinds[kind], timeoutMs: file === 'with-1000-filters.svg' ? 1500 : 60_000 };
  try {
    const made = await makeDerivative(patient, job, { signal: new AbortController().signal });
    return { made, bytes: kept[0] };
  } catch (error) {
    if (error instanceof JobRefusal) return { refused: error.reason };
    if (error instanceof TryFailure) return { refused: reasonsOf(kind)[error.why] };
    throw error;
  }
}

const cases = corpusOf('images').flatMap((entry) =>
  Object.entries(entry.made).map(
    ([kind, outcome]) => [entry.file, kind as DerivativeKind, entry, outcome] as const,
  ),
);

describe('of each image of the corpus', () => {
  afterAll(() => Object.values(kinds).forEach(({ tool }) => tool.close?.()));

  it.each(cases)('%s the %s is as it was fixed beforehand', async (file, kind, { type, source }, outcome) => {
    expect(kinds[kind].wants({ type, source: { blobId: file as BlobId } })).toBe(true);
    const found = await make(kind, file);
    if ('refused' in outcome) return expect(found).toEqual(outcome);
    const [width, height] = outcome.size;
    const [sourceWidth, sourceHeight] = source ?? [];
    expect(found.made).toMatchObject({
      ...{ width, height },
      sourceDimensions: { width: sourceWidth, height: sourceHeight },
    });
    const metadata = await sharp(found.bytes).metadata();
    expect({ ...metadata, pages: metadata.pages ?? 1 }).toMatchObject({
      ...{ format: 'webp', width, height, pages: outcome.frames, space: 'srgb' },
    });
    expect(await meanDistance(sharp(found.bytes), quarters(width, height))).toBeLessThan(outcome.within);
  });
});
