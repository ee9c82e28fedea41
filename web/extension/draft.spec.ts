import { describe, expect, it } from 'vitest';
import { canBeSaved, draftOfMenu, kindOf, nameOfAddress } from './draft.js';

describe('what is to be saved', () => {
  const tab = { url: 'https://tides.example/today', title: ' High tides ' };

  it.each([
    [
      { menuItemId: 'page', pageUrl: tab.url },
      { url: tab.url, name: 'High tides' },
    ],
    [
      { menuItemId: 'link', pageUrl: tab.url, linkUrl: 'https://moon.example/' },
      { url: 'https://moon.example/', name: 'moon.example' },
    ],
    [
      { menuItemId: 'link', linkUrl: 'https://moon.example/full', linkText: ' Full moon ' },
      { url: 'https://moon.example/full', name: 'Full moon' },
    ],
    [
      { menuItemId: 'image', pageUrl: tab.url, srcUrl: 'https://tides.example/a%20bay.jpg?w=9' },
      { url: 'https://tides.example/a%20bay.jpg?w=9', name: 'a bay.jpg' },
    ],
    [{ menuItemId: 'image' }, null],
    [{ menuItemId: 'other', pageUrl: tab.url }, null],
  ])('is said by the menu: %j', (clicked, draft) => expect(draftOfMenu(clicked, tab)).toEqual(draft));

  it.each([
    ['https://www.example.org', 'example.org'],
    ['https://example.org/a%zz', 'a%zz'],
    ['nonsense', ''],
  ])('is named after its address %s', (address, name) => expect(nameOfAddress(address)).toBe(name));

  it.each([
    ['https://example.org/', true],
    ['http://example.org:8080/a', true],
    ['about:config', false],
    ['chrome://settings', false],
    ['file:///etc/passwd', false],
    ['data:image/png;base64,AAAA', false],
    ['http://192.168.0.1/', false],
    ['', false],
  ])('can be %s: %s', (url, saved) => expect(canBeSaved({ url, name: '' })).toBe(saved));

  it.each([
    ['https://www.youtube.com/watch?v=aaaaaaaaaaa', 'youtube'],
    ['https://www.youtube.com/playlist?list=PL12345', 'website'],
    ['https://vimeo.com/12345', 'vimeo'],
    ['https://example.org/watch?v=aaaaaaaaaaa', 'website'],
  ])('is of the kind of its address: %s', (url, kind) => expect(kindOf(url)).toBe(kind));
});
