import { aFile, aFolder } from '../facts.js';
import { pasteInto } from './calls.js';
import type { Pair, Said } from './contest.js';

const ok: Said = [200];
const intoItself: Said = [400, 'paste.into-itself: A folder cannot be pasted into itself.'];

/** Both would close a circle that no one could reach any more. */
export const intoEachOther: Pair = {
  title: 'A into B, B into A',
  contest({ number }) {
    const deep = number % 2 === 1;
    const intoA = { url: '/', folderId: deep ? 'inner' : 'a' };
    const moved = { events: ['catalog.elements.moved'] as const, used: 0, reserved: 0 };
    return {
      facts: [aFolder('a'), aFolder('inner', 'a'), aFolder('b')],
      calls: [pasteInto({ url: '/', folderId: 'b' }, 'cut', 'a'), pasteInto(intoA, 'cut', 'b')],
      outcomes: [
        { said: [ok, intoItself], ...moved, paths: ['/b/', '/b/a/', '/b/a/inner/'] },
        {
          said: [intoItself, ok],
          ...moved,
          paths: ['/a/', deep ? '/a/inner/b/' : '/a/b/', '/a/inner/'].toSorted(),
        },
      ],
    };
  },
};

/** Both get what they want: the copy is whole, whether its source has gone elsewhere or not. */
export const copyDuringMove: Pair = {
  title: 'copy a folder, move that folder',
  contest() {
    const [copied, moved] = ['catalog.elements.copied', 'catalog.elements.moved'] as const;
    const below = ['a/', 'a/b/', 'a/b/photo.png'];
    const paths = ['copies', 'other'].flatMap((to) => [`/${to}/`, ...below.map((each) => `/${to}/${each}`)]);
    const left = { said: [ok, ok] as const, paths, used: 2000, reserved: 0 };
    return {
      facts: [aFolder('copies'), aFolder('other'), aFolder('a'), aFolder('b', 'a'), aFile('photo.png', 'b')],
      calls: [
        pasteInto({ url: '/copies/' }, 'copy', 'a'),
        pasteInto({ url: '/', folderId: 'other' }, 'cut', 'a'),
      ],
      outcomes: [
        { ...left, events: [copied, moved] },
        { ...left, events: [moved, copied] },
      ],
    };
  },
};
