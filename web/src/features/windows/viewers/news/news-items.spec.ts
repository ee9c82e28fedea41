import { expect, it } from 'vitest';
import { element } from '../../../../../testing/element.js';
import { feedOf, newsItems } from './news-items.js';

const item = {
  title: 'Tides',
  link: 'https://news.example/1',
  content: 'High.',
  isoDate: '2026-01-02T03:04:05Z',
};
const withFeed = (feed: unknown) => ({ ...element({ linktype: 'news' }), feed });

it('reads the news of a feed', () => expect(newsItems(feedOf(withFeed([item])))).toEqual([item]));
it('shows what is missing as missing', () =>
  expect(newsItems(feedOf(withFeed([{ title: 'Tides', link: item.link, isoDate: 'soon' }])))).toEqual([
    { ...item, content: '', isoDate: null },
  ]));
it.each([null, 'news', [null, 7], [{ ...item, link: 'javascript:alert(1)' }], [{ ...item, title: '' }]])(
  'finds none in %j',
  (feed) => expect(newsItems(feedOf(withFeed(feed)))).toEqual([]),
);
it('finds none where there is no feed', () => expect(newsItems(feedOf(element()))).toEqual([]));
