import { describe, expect, it } from 'vitest';
import { element } from '../../../testing/element.js';
import { concerns } from './concerns.js';
import { lookOf, type Done } from './undoable.js';

const folder = element({ _id: 'f', linkname: 'Trip' });
const inside = element({ _id: 'i', linkname: 'Rome', path: '/Trip/', folderId: 'f' });
const concerned = (
  done: Done,
  change: { elements?: ReturnType<typeof element>[]; removed?: string[] },
  within = [lookOf(inside)],
) => concerns({ elements: [], removed: [], ...change }, { done, within });

describe('what others did since a command', () => {
  const edited: Done = {
    kind: 'edited',
    before: lookOf({ ...folder, linkname: 'Old' }),
    after: lookOf(folder),
  };
  const added: Done = { kind: 'added', elements: [lookOf(folder)] };

  it.each([
    ['another name', { ...folder, linkname: 'Other' }],
    ['another place', { ...folder, folderId: 'x' }],
    ['other tags', { ...folder, linktag: ['t'] }],
  ])('stands in the way: %s', (_, now) => expect(concerned(edited, { elements: [now] })).toBe(true));

  it('stands in the way when it is gone', () => expect(concerned(edited, { removed: ['f'] })).toBe(true));

  it('does not when it is as it was left, or only its picture came', () =>
    expect(concerned(edited, { elements: [{ ...folder, thumbnailImage: 'x', confirm: true }] })).toBe(false));

  it('does not when it is about something else', () =>
    expect(concerned(edited, { elements: [element({ linkname: 'Else' })], removed: ['gone'] })).toBe(false));

  it('stands in the way when something came into a folder that was made', () => {
    const deep = element({ linkname: 'Pantheon', path: '/Trip/Rome/', folderId: 'i' });
    expect(concerned(added, { elements: [deep] })).toBe(true);
    expect(concerned(added, { elements: [element({ path: '/Tripoli/' })] })).toBe(false);
  });

  it('does not when what was made in it is as it was', () => {
    expect(concerned(added, { elements: [inside] })).toBe(false);
    expect(concerned(added, { elements: [{ ...inside, linkname: 'Roma' }] })).toBe(true);
    expect(concerned(added, { removed: ['i'] })).toBe(true);
  });

  it('may come into a folder that was only renamed', () => {
    const later = element({ linkname: 'Later', path: '/Trip/', folderId: 'f' });
    expect(concerned(edited, { elements: [later] }, [])).toBe(false);
  });
});
