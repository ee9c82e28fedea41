import { expect, it } from 'vitest';
import { element, file, link } from '../../../../testing/element.js';
import { tileWidth } from './rows.js';

it.each([
  [file('a.mp4', { linktype: 'video/mp4' }), 140, 140],
  [link('a', 'https://youtu.be/dQw4w9WgXcQ', { linktype: 'youtube' }), 140, 140],
  [link('a', 'https://vimeo.com/76', { linktype: 'vimeo' }), 140, 140],
  [link('a', 'https://example.org'), 115, 140],
  [link('a', 'https://example.org', { linktype: 'webgame' }), 115, 140],
  [element(), 115, 115],
  [file('a.jpg', { linktype: 'image/jpeg' }), 115, 115],
])('a tile of $linktype is %d wide, with pictures of websites %d [F9.1]', (one, without, withPictures) => {
  expect([tileWidth(one, false), tileWidth(one, true)]).toEqual([without, withPictures]);
});
