import { expect, it } from 'vitest';
import { element } from '../../../../../testing/element.js';
import { feedOf, newsItems } from './read-feed.js';

const item = {
  title: 'Tides',
  link: 'https://news.example/1',
  content: 'High.',
  isoDate: '2026-01-02T03:04:05Z',
};
const read = { ...item, picture: null };
const picture = '/api/news/pictures/abc-DEF_1';
const withFeed = (feed: unknown) => ({ ...element({ linktype: 'news' }), feed });

it('reads the news of a feed', () => expect(newsItems(feedOf(withFeed([item])))).toEqual([read]));
it.each([
  [picture, picture],
  ['https://spy.example/x.png', null],
  ['//spy.example/api/news/pictures/x', null],
  [`${picture}/../../account/picture`, null],
  [7, null],
])('of the picture %j it shows %j', (url, shown) =>
  expect(newsItems([{ ...item, enclosure: { url } }])[0]?.picture).toBe(shown),
);
it('shows what is missing as missing', () =>
  expect(newsItems(feedOf(withFeed([{ title: 'Tides', link: item.link, isoDate: 'soon' }])))).toEqual([
    { ...read, content: '', isoDate: null },
  ]));
it.each([null, 'news', [null, 7], [{ ...item, link: 'javascript:alert(1)' }], [{ ...item, title: '' }]])(
  'finds none in %j',
  (feed) => expect(newsItems(feedOf(withFeed(feed)))).toEqual([]),
);
it('finds none where there is no feed', () => expect(newsItems(feedOf(element()))).toEqual([]));
