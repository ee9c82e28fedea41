import { describe, expect, it } from 'vitest';
import '../../../testing/page-globals.js';
import type { Listing } from './listings-api.js';
import { element, file } from '../../../testing/element.js';
import { changedListing } from './listing.js';

const photo = file('photo.jpg', { _id: 'p', folderId: 'here' });
const work = element({ _id: 'w', folderId: 'here', linkname: 'Work' });
const listing: Listing = { docs: [photo, work], folderId: 'here', version: 7 };
const ids = ({ docs }: Listing): string[] => docs.map((doc) => doc._id);

describe('a listing and what happens to the drive', () => {
  it('shows a new element of this folder', () => {
    const next = changedListing(listing, {
      elements: [element({ _id: 'n', folderId: 'here' })],
      removed: [],
      version: 8,
    });
    expect(ids(next)).toEqual(['p', 'w', 'n']);
    expect(next.version).toBe(8);
  });
  it('replaces an element in its place and keeps the others as they are', () => {
    const described = { ...photo, thumbnailImage: 'Cloud/t/x', confirm: true };
    const next = changedListing(listing, { elements: [described], removed: [], version: 8 });
    expect(next.docs[0]).toBe(described);
    expect(next.docs[1]).toBe(work);
  });
  it('takes out what was deleted', () => {
    expect(ids(changedListing(listing, { elements: [], removed: ['p', 'unknown'] }))).toEqual(['w']);
  });
  it('takes out what moved to another folder', () => {
    expect(
      ids(changedListing(listing, { elements: [{ ...photo, folderId: 'there' }], removed: [] })),
    ).toEqual(['w']);
  });
  it('only moves its version when the change was elsewhere', () => {
    const next = changedListing(listing, {
      elements: [element({ folderId: 'there' })],
      removed: ['x'],
      version: 9,
    });
    expect(next).toEqual({ ...listing, version: 9 });
    expect(next.docs).toBe(listing.docs);
  });
  it('stays the same object when there is nothing to do', () => {
    expect(changedListing(listing, { elements: [], removed: ['x'] })).toBe(listing);
  });
  it('may be told twice', () => {
    const changes = { elements: [element({ _id: 'n', folderId: 'here' })], removed: ['w'], version: 8 };
    expect(changedListing(changedListing(listing, changes), changes)).toEqual(
      changedListing(listing, changes),
    );
  });
});
