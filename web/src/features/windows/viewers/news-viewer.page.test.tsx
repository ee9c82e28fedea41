import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { element } from '../../../../testing/element.js';
import { show } from '../../../../testing/show.js';
import type { NewsElement } from './news/news-items.js';
import NewsViewer from './news-viewer.js';

let remove = (): void => undefined;
afterEach(() => remove());
const open = (feed: NewsElement['feed']): void => {
  const news: NewsElement = { ...element({ linktype: 'news', linkname: 'News' }), feed };
  remove = show(<NewsViewer element={news} onEnd={() => undefined} />);
};

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
