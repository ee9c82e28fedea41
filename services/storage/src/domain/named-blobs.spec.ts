import type { BlobId, ElementBlobs } from '@skyshelf/contracts';
import { expect, it } from 'vitest';
import type { Blob } from './blob.js';
import { problemsOfNamed } from './named-blobs.js';

const file = {
  elementId: 'e',
  blobId: 'file',
  size: 10,
  type: 'image/png',
  derived: [{ kind: 'thumbnail', blobId: 'small', bytes: 5 }],
} as unknown as ElementBlobs;
const link = { ...file, blobId: null };
const blob = (id: string, size: number, source: string | null = null) =>
  ({ _id: id, size, source }) as unknown as Blob;
const whole = [blob('file', 10), blob('small', 5, 'file')];
const rulesBroken = (named: ElementBlobs, ready: readonly Blob[], references: string[]) =>
  problemsOfNamed(named, new Map(ready.map((each) => [each._id, each])), new Set(references)).map(
    ({ rule }) => rule,
  );

it.each<[string, ElementBlobs, Blob[], string[], string[]]>([
  ['nothing of a file that is whole', file, whole, ['file.e'], []],
  ['nothing of a link with its picture', link, [blob('small', 5)], ['small.e'], []],
  ['a file without bytes', file, [], [], ['named-blob-is-ready', 'derived-is-ready']],
  ['another size', file, [blob('file', 9), blob('small', 5, 'file')], ['file.e'], ['named-blob-is-whole']],
  ['a missing reference', file, whole, [], ['named-blob-is-kept']],
  [
    'a picture of another file',
    file,
    [blob('file', 10), blob('small', 5, 'x')],
    ['file.e'],
    ['derived-is-ready'],
  ],
  ['a picture of a link that is not kept', link, [blob('small', 5)], [], ['named-blob-is-kept']],
])('finds %s', (_, named, ready, references, rules) => {
  expect(rulesBroken(named, ready, references)).toEqual(rules);
});

it('names element and blob', () => {
  const [found] = problemsOfNamed(file, new Map(), new Set());
  expect(found).toMatchObject({
    message: 'e names the blob file, which is not ready.',
    about: { elementId: 'e', blobId: 'file' as BlobId },
  });
});
