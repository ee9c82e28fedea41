import { expect, it } from 'vitest';
import '../../../testing/page-globals.js';
import { type Ended, wordsOf } from './notify-of-ends.js';

const ended = (change: Partial<Ended> = {}): Ended => ({
  what: 'upload',
  name: 'a.jpg',
  failed: false,
  folder: '/Trips/',
  elementId: null,
  ...change,
});

it('says what has ended in one notification, and leads to its folder [S2.93]', () => {
  expect(wordsOf([ended()])).toEqual({ title: '1 file uploaded', body: 'a.jpg', folder: '/Trips/' });
  const many = wordsOf(Array.from({ length: 5 }, (_, at) => ended({ name: `${at}.jpg` })));
  expect(many).toEqual({
    title: '5 files uploaded',
    body: '0.jpg, 1.jpg, 2.jpg, and 2 more',
    folder: '/Trips/',
  });
});

it('tells failures apart, and leads to all files where several folders are concerned', () => {
  const film = ended({ what: 'conversion', name: 'sea.avi', folder: '/' });
  expect(wordsOf([ended(), ended({ name: 'b.jpg', failed: true }), film])).toEqual({
    title: 'Skyshelf',
    body: '1 file uploaded: a.jpg\n1 file could not be uploaded: b.jpg\n1 file can be opened now: sea.avi',
    folder: '/',
  });
});
