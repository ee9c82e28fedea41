import { expect, it } from 'vitest';
import { namesIn } from './power-cut.js';

const temp = '/data/objects/temp';
const shard = '/data/objects/objects/0a';

const life = (name: string, { bytes = true, folder = true }) =>
  [
    `12 openat(AT_FDCWD, "${temp}/${name}", O_WRONLY|O_CREAT|O_EXCL) = 20<${temp}/${name}>`,
    bytes ? `12 fsync(20<${temp}/${name}>) = 0` : '',
    `13 rename("${temp}/${name}", "${shard}/${name}") = 0`,
    folder ? `14 fsync(21<${shard}>) = 0` : '',
  ].join('\n');

it('tells what a power cut would take', () => {
  const names = namesIn(
    [
      life('c', { folder: false }).replace(/^.*"\/data\/objects\/objects\/0a\/c".*$/m, ''),
      life('whole', {}),
      life('hollow', { bytes: false }),
      life('nameless', { folder: false }),
    ].join('\n'),
    '/data/objects',
  );
  expect(names.get(`${shard}/whole`)).toEqual({ bytesSynced: true, nameSynced: true });
  expect(names.get(`${shard}/hollow`)).toEqual({ bytesSynced: false, nameSynced: true });
  expect(names.get(`${shard}/nameless`)).toEqual({ bytesSynced: true, nameSynced: false });
});

it('counts a sync from where it began', () => {
  const names = namesIn(
    [
      `12 openat(AT_FDCWD, "${temp}/a", O_CREAT) = 20<${temp}/a>`,
      `12 fsync(20<${temp}/a> <unfinished ...>`,
      '12 <... fsync resumed>) = 0',
      `14 fsync(21<${shard}> <unfinished ...>`,
      `13 rename("${temp}/a", "${shard}/a") = 0`,
      '14 <... fsync resumed>) = 0',
    ].join('\n'),
    '/data/objects',
  );
  expect(names.get(`${shard}/a`)).toEqual({ bytesSynced: true, nameSynced: false });
});
