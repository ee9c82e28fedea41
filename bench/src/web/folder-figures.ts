import type { Page } from 'playwright';
import { percentile, rounded } from '../figures.js';
import { answerTime } from './answer-time.js';
import { elementOf } from './places.js';
import type { Reading } from './reading.js';

const opened = { event: 'keydown', selector: '[data-id][aria-label^="item "]', elsewhere: true } as const;

/** From the key that opens a folder of 1,000 to the frame that shows its elements: first seen, and fetched ahead. */
export async function folderFigures(
  { saving, plain }: { saving: Page; plain: Page },
  folders: number,
): Promise<Reading[]> {
  const unseen: number[] = [];
  const ahead: number[] = [];
  for (let index = 0; index < folders; index += 1) {
    unseen.push(await open(saving, `Folder ${index}`, () => Promise.resolve()));
    ahead.push(await open(plain, `Folder ${index}`, (click) => fetchedAhead(plain, click)));
  }
  const reading = (name: string, times: readonly number[], most: number): Reading => ({
    name: `a folder of 1,000 opens${name}, p75 of ${folders}`,
    value: percentile(times, 0.75),
    unit: 'ms',
    most,
    details: { p50: rounded(percentile(times, 0.5), 0), worst: rounded(Math.max(...times), 0) },
  });
  return [reading('', unseen, 150), reading(', fetched ahead', ahead, 50)];
}

/** The keyboard rests on it until the listing has come. */
async function fetchedAhead(page: Page, click: () => Promise<void>): Promise<void> {
  const came = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/');
  await click();
  await (await came).finished();
}

async function open(
  page: Page,
  name: string,
  ready: (click: () => Promise<void>) => Promise<void>,
): Promise<number> {
  const folder = elementOf(page, name);
  let isClicked = false;
  const click = async () => {
    isClicked = true;
    await folder.click();
  };
  await ready(click);
  if (!isClicked) await click();
  const time = await answerTime(page, opened, () => page.keyboard.press('Enter'));
  await page.goBack();
  await folder.waitFor();
  return time;
}
