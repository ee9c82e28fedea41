import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blobOfAddress, downloadPath, fileAddress, filePath } from './address.js';

describe('a file’s address', () => {
  it('gives its blob back, whatever the name', () => {
    const blob = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/);
    const name = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !text.includes('/'));
    fc.assert(
      fc.property(blob, name, (id, text) => {
        expect(blobOfAddress(fileAddress(id, 'local|alice', text))).toBe(id);
      }),
    );
  });

  it('is percent-encoded where a browser loads it, so that # and ? belong to the name', () => {
    expect(filePath(fileAddress('b1', 'local|al', 'a#b ?.png'))).toBe(
      '/files/Cloud/b1/local%7Cal%23%23%23a%23b%20%3F.png',
    );
  });

  it('is a key of the path under which files are downloaded', () => {
    const addresses = [fileAddress('b1', 'al', 'a&b.png'), fileAddress('b2', 'al', '#.png')];
    const given = new URL(downloadPath(addresses), 'http://any');
    expect([given.pathname, [...given.searchParams]]).toEqual([
      '/api/download',
      [
        ['key0', 'Cloud/b1/al###a&b.png'],
        ['key1', 'Cloud/b2/al####.png'],
      ],
    ]);
  });

  it('is not one when it leads elsewhere', () => {
    for (const other of [
      '',
      'https://example.com/',
      'Cloud/',
      'Cloud//x',
      'Cloud/../x',
      'Cloud/b/x/y',
      '/Cloud/b/x',
    ]) {
      expect(blobOfAddress(other)).toBeNull();
    }
  });
});
