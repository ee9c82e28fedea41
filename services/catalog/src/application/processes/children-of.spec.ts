import type { ElementId } from '@skyshelf/contracts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { testDrive } from '../../../testing/catalog-subject.js';
import { aFolder, manyFiles } from '../../../testing/facts.js';
import { childrenOf, rowsAtOnce } from './children-of.js';

/** Folders with so many files each, and how their files were read. */
async function readingOf(sizes: readonly number[]) {
  const drive = testDrive();
  await drive.given(
    ...sizes.flatMap((size, index) => [
      aFolder(`f${index}`),
      ...(size > 0 ? manyFiles(`f${index}`, size) : []),
    ]),
  );
  const folders = sizes.map((_, index) => `f${index}` as ElementId);
  const reads: string[][] = [];
  for await (const rows of childrenOf(drive.catalog, drive.account.drive, folders))
    reads.push(rows.map(({ id }) => id));
  return { reads, there: folders.flatMap((folder, index) => filesOf(folder, sizes[index] ?? 0)) };
}

const filesOf = (folder: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${folder}-${index}`);

it('what folders of any size hold is read whole, once, and never much at a time', async () => {
  const size = fc.oneof({ weight: 4, arbitrary: fc.nat(12) }, { weight: 1, arbitrary: fc.nat(700) });
  await fc.assert(
    fc.asyncProperty(fc.array(size, { maxLength: 14 }), async (sizes) => {
      const { reads, there } = await readingOf(sizes);
      expect(reads.flat().toSorted()).toEqual(there.toSorted());
      for (const read of reads) expect(read.length).toBeLessThanOrEqual(rowsAtOnce);
    }),
    { numRuns: 20 },
  );
});

it('many small folders are read together', async () => {
  const { reads } = await readingOf(Array.from({ length: 100 }, () => 2));
  expect(reads).toHaveLength(2);
});

it('small folders behind a large one are read together again', async () => {
  const { reads } = await readingOf([600, ...Array.from({ length: 90 }, () => 2)]);
  expect(reads.length).toBeLessThan(20);
});
