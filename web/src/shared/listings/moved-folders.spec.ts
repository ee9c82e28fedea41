import { describe, expect, it } from 'vitest';
import { element } from '../../../testing/element.js';
import type { Listing } from './listing.js';
import { movedFolders, pathAfter } from './moved-folders.js';

const trips = element({ _id: 'trips', linkname: 'Trips' });
const lisbon = element({ _id: 'lisbon', linkname: 'Lisbon', folderId: 'trips', path: '/Trips/' });
const held = (url: string, folderId: string, docs: Listing['docs'], version = 7) => ({
  url,
  listing: { folderId, docs, version },
});
const root = held('/', 'root', [trips]);
const moved = (...elements: Listing['docs']) => ({ elements, removed: [], version: 8 });

describe('folders that move', () => {
  it('are known by their own listing, and by that of the folder above', () => {
    const changes = moved({ ...trips, linkname: 'Travels' });
    const move = [{ from: '/Trips/', to: '/Travels/' }];
    expect(movedFolders([root], changes)).toEqual(move);
    expect(movedFolders([held('/Trips/', 'trips', [])], changes)).toEqual(move);
  });

  it('are none where the change is another one, is shown already, or is older than what is held', () => {
    expect(movedFolders([root], moved({ ...trips, linktag: ['sea'] }))).toEqual([]);
    const renamed = moved({ ...trips, linkname: 'Travels' });
    expect(movedFolders([held('/', 'root', [{ ...trips, linkname: 'Travels' }])], renamed)).toEqual([]);
    expect(movedFolders([held('/', 'root', [trips], 8)], renamed)).toEqual([]);
  });

  it('take along what is below them, and nothing that only begins alike', () => {
    const moves = movedFolders([root], moved({ ...trips, linkname: 'Travels' }));
    expect(pathAfter('/Trips/Lisbon/Alfama/', moves)).toBe('/Travels/Lisbon/Alfama/');
    expect(pathAfter('/Trips 2/', moves)).toBe('/Trips 2/');
    expect(pathAfter('/', moves)).toBe('/');
  });

  it('may lie in one another: the innermost says where it is now', () => {
    const moves = movedFolders(
      [root, held('/Trips/', 'trips', [lisbon])],
      moved({ ...trips, linkname: 'Travels' }, { ...lisbon, linkname: 'Lisboa', path: '/Travels/' }),
    );
    expect(pathAfter('/Trips/Lisbon/', moves)).toBe('/Travels/Lisboa/');
    expect(pathAfter('/Trips/Porto/', moves)).toBe('/Travels/Porto/');
  });
});
