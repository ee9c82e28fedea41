import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { element } from '../../../../testing/element.js';
import { show } from '../../../../testing/show.js';
import type { NewsElement } from './news/read-feed.js';
import NewsViewer from './news-viewer.js';

let remove = (): void => undefined;
afterEach(() => remove());
const open = (feed: NewsElement['feed']): void => {
  const news: NewsElement = { ...element({ linktype: 'news', linkname: 'News' }), feed };
  remove = show(
    <div style={{ position: 'relative', width: 700, height: 500 }}>
      <NewsViewer element={news} onEnd={() => undefined} />
    </div>,
  );
};
const tides = { title: 'Tides', link: 'https://news.example/1', content: 'High', isoDate: null };
/** Each with a picture of that name. */
const pictured = (names: readonly string[]): NewsElement['feed'] =>
  names.map((name) => ({ ...tides, title: name, enclosure: { url: `/api/news/pictures/${name}` } }));

it('shows each piece of news with the way to its page [S2.12]', async () => {
  open([
    {
      title: 'Tides',
      link: 'https://news.example/1',
      content: '<b>High</b>',
      isoDate: '2026-01-02T12:00:00Z',
    },
  ]);
  const link = page.getByRole('link', { name: 'Tides' });
  await expect.element(link).toHaveAttribute('href', 'https://news.example/1');
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer');
  await expect.element(page.getByText('<b>High</b>')).toBeVisible();
  await expect.element(page.getByText('Jan 2, 2026')).toBeVisible();
});

it('says what to do where there are none [S8.4]', async () => {
  open([]);
  await expect
    .element(page.getByText('Please select at least one news category in My Account page.'))
    .toBeVisible();
});

it('shows pictures from here alone, in boxes that are there before them and stay without them [S2.63]', async () => {
  const outside = { ...tides, title: 'outside', enclosure: { url: 'https://spy.example/x.png' } };
  open([...pictured(['one', 'two']), outside, tides]);
  await expect.element(page.getByRole('link', { name: 'two' })).toBeVisible();
  const images = () => [...document.querySelectorAll<HTMLImageElement>('article img')];
  const places = () =>
    [...document.querySelectorAll('article, article > *')].map((each) => each.getBoundingClientRect());
  const before = places();
  expect(images().map((each) => [each.getAttribute('src'), each.loading])).toEqual([
    ['/api/news/pictures/one', 'lazy'],
    ['/api/news/pictures/two', 'lazy'],
  ]);
  images()[0]?.dispatchEvent(new Event('load'));
  await expect.poll(() => getComputedStyle(images()[0] as Element).opacity).toBe('1');
  const second = images()[1];
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  second?.dispatchEvent(new Event('error'));
  vi.advanceTimersByTime(10_000);
  vi.useRealTimers();
  await expect.poll(() => images()[1] !== second).toBe(true);
  images()[1]?.dispatchEvent(new Event('error'));
  await expect.poll(() => images().length).toBe(1);
  expect(places()).toEqual(before);
});
