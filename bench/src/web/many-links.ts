import type { Page } from 'playwright';
import { rounded } from '../figures.js';
import { answerTime } from './answer-time.js';
import { beginNotes, readNotes } from './person.js';
import { elementOf, nextFrame } from './places.js';
import type { Reading } from './reading.js';

/** A folder of very many links: until its first rows are there, while the rest comes, and what it keeps. */
export async function manyLinks(page: Page, links: number): Promise<Reading[]> {
  await elementOf(page, 'Links').click();
  await beginNotes(page);
  const opened = { event: 'keydown', selector: '[data-id][aria-label^="item "]', elsewhere: true } as const;
  const firstRows = await answerTime(page, opened, () => page.keyboard.press('Enter'));
  const all = `${(links + 1).toLocaleString('en-US')} elements`;
  const began = performance.now();
  await page.getByText(all, { exact: true }).waitFor({ state: 'attached', timeout: 180_000 });
  const complete = (performance.now() - began) / 1000;
  const { longTasks: loading } = await readNotes(page);
  for (const key of ['ControlOrMeta+a', 'End', 'Home', 'Escape']) await page.keyboard.press(key);
  await nextFrame(page);
  const { longTasks } = await readNotes(page);
  const heapMb = await heapAfterCollection(page);
  const reading = (name: string, value: number, unit: string, most: number, details = {}): Reading => ({
    name: `${links.toLocaleString('en-US')} links: ${name}`,
    value,
    unit,
    most,
    details,
  });
  return [
    reading('first rows', firstRows, 'ms', 1000, { completeAfterS: rounded(complete, 1) }),
    reading('longest task', Math.max(0, ...longTasks), 'ms', 200, {
      over50: longTasks.length,
      whileLoading: Math.max(0, ...loading),
    }),
    reading('heap', heapMb, 'MB', 400),
  ];
}

async function heapAfterCollection(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 1024 / 1024;
}
