import type { Page } from 'playwright';
import sharp from 'sharp';
import { enter } from '../../browser.js';
import { drawImage, sampleImages, type SampleImage } from '../sample-images.js';
import { isPhone, openRoot, type Stage } from './stage.js';

type State = (page: Page, stage: Stage) => Promise<void>;

const day = (iso: string): string => `${iso}T09:00:00.000Z`;
const cancelled = [
  { _id: 'd1', user: 'Ada Lovelace', sub: 'local|ada', plan: 'Deluxe', purchaseDate: day('2026-01-31') },
  {
    _id: 'd2',
    user: 'A name that is as long as a name can well be before it must break somewhere',
    sub: 'oidc|00u8f3kq2l9sVhJx35d7',
    plan: 'Professional',
    purchaseDate: day('2026-02-11'),
  },
  { _id: 'd3', user: 'Bo', sub: 'local|bo', plan: 'Standard', purchaseDate: day('2026-02-14') },
].map((each) => ({ ...each, deleteAfter: day('2026-03-14') }));

const object = (key: string, type: string, size: number) => ({
  key,
  type,
  size,
  state: 'ready',
  kind: null,
  source: null,
  begun: day('2026-01-02'),
});
const element = (id: string, name: string, kind: string) => ({
  id,
  parentId: 'root',
  class: kind === 'folder' ? 'folder' : 'item',
  name,
  kind,
  url: null,
  tags: [],
  size: 4096,
  blobId: null,
  born: day('2026-01-02'),
});
const content = {
  s3: [object('b/01JZX', 'image/jpeg', 384_201), object('b/01K02', 'application/pdf', 1_204_551)],
  db: {
    account: { sub: 'local|ada', name: 'Ada Lovelace', state: 'open', createdAt: day('2025-11-02') },
    billing: { plan: 'Deluxe', quota: 53_687_091_200, settings: { darkMode: true }, cancellation: null },
    elements: [
      element('e1', 'Travel', 'folder'),
      element('e2', 'Notes on the engine.pdf', 'application/pdf'),
    ],
  },
};

const openAdmin: State = async (page, { skyshelf }) => {
  await page.route('**/api/account/cancelled', (route) =>
    route.fulfill({ json: { docs: cancelled, next: null } }),
  );
  await page.route('**/api/account/data', (route) => route.fulfill({ json: { content, next: null } }));
  await enter(page, skyshelf, await skyshelf.token('admin'));
  await page.goto(`${skyshelf.url}/account`);
  await page.getByRole('article', { name: 'Ada Lovelace' }).scrollIntoViewIfNeeded();
};

/** The picture is as small as those that the server makes. */
const picture = async (at: number): Promise<Buffer> => {
  const drawn = await drawImage(Object.values(sampleImages)[at] as SampleImage);
  return sharp(drawn).resize(480).webp().toBuffer();
};
const stories = [
  ['The ferry to the islands sails again', 'After three weeks of storms the boats leave every hour.'],
  ['A lighthouse is looking for a keeper', 'Whoever comes must like the sea, books and their own company.'],
  ['Snow before the leaves have fallen', 'In the north it came three weeks earlier than anyone remembers.'],
  [
    'Seven ways to read a tide table',
    'High water comes fifty minutes later each day. What follows from that.',
  ],
] as const;

/** Opens the header's news: items with a picture, one whose picture can't be fetched, and one without. */
const openNews: State = async (page, stage) => {
  await page.route('**/api/news/', (route) => {
    const items = stories.map(([title, text], at) => ({
      ...{ title, link: `https://news.example/${at}`, content: text, isoDate: day(`2026-02-0${9 - at}`) },
      ...(at < 3 && { enclosure: { url: `/api/news/pictures/${at}` } }),
    }));
    return route.fulfill({ json: { feed: { items }, samples: false } });
  });
  await page.route('**/api/news/pictures/*', async (route) => {
    const at = Number(route.request().url().slice(-1));
    if (at === 2) return route.fulfill({ status: 404 });
    return route.fulfill({ body: await picture(at), contentType: 'image/webp' });
  });
  await openRoot(page, stage);
  const news = page.getByRole('button', { name: 'News', exact: true });
  await (isPhone(page) ? news.tap() : news.click());
  await page.locator('article [data-state="shown"]').nth(1).waitFor();
};

/** The states show what surrounds the files. */
export const surroundingStates: Record<string, State> = {
  'cancelled accounts, one shown': async (page, stage) => {
    await openAdmin(page, stage);
    await page.getByRole('button', { name: 'Show the content of Ada Lovelace' }).click();
    await page.locator('summary', { hasText: 'elements' }).click();
  },
  'deleting a cancelled account': async (page, stage) => {
    await openAdmin(page, stage);
    await page.getByRole('button', { name: 'Delete Ada Lovelace' }).click();
    await page.getByRole('alertdialog').waitFor();
  },
  'writing an update': async (page, { skyshelf }) => {
    await enter(page, skyshelf, await skyshelf.token('admin'));
    await page.goto(`${skyshelf.url}/updates`);
    await page.getByLabel('Headline').fill('Pictures in the news');
    await page.getByRole('button', { name: 'Insert' }).click();
    await page.getByText('This field is required').waitFor();
  },
  'news with pictures': openNews,
  'log in first': async (page, { skyshelf }) => {
    await page.goto(`${skyshelf.url}/pricing`);
    await page.getByRole('article', { name: 'Deluxe' }).getByRole('button').click();
    await page.getByRole('dialog', { name: 'Please Log In First' }).waitFor();
  },
  'contact with what is missing': async (page, { skyshelf }) => {
    await page.goto(`${skyshelf.url}/contact`);
    await page.getByLabel('Email').fill('ann@example');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Email Address not valid').waitFor();
  },
};
