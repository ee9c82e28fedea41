import { describe, expect, it } from 'vitest';
import { addressOfFolder, crumbsOf, folderOfAddress } from './folder-path.js';

describe('the folder in the address', () => {
  it.each([
    ['/allfiles', '/'],
    ['/allfiles/', '/'],
    ['/allfiles/Trips', '/Trips/'],
    ['/allfiles/Trips/Lisbon%202024/', '/Trips/Lisbon 2024/'],
    ['/allfiles/100%25/', '/100%/'],
    ['/allfiles/100%/', '/100%/'],
    ['/allfiles/%E6%97%A5%E6%9C%AC/', '/日本/'],
  ])('%s shows %s', (address, folder) => expect(folderOfAddress(address)).toBe(folder));

  it.each(['/', '/Trips/', '/Trips/Lisbon 2024/', '/100%/', '/a#b?c/', '/日本/'])(
    '%s comes back from its address',
    (folder) => expect(folderOfAddress(new URL(addressOfFolder(folder), 'http://x').pathname)).toBe(folder),
  );
});

it('names each folder on the way [F2.1 F2.6]', () => {
  expect(crumbsOf('/')).toEqual([]);
  expect(crumbsOf('/a/b/')).toEqual([
    { name: 'a', folder: '/a/' },
    { name: 'b', folder: '/a/b/' },
  ]);
});
