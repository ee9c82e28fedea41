import type { Page } from 'playwright';
import { percentile, rounded } from '../figures.js';
import { answerTime } from './answer-time.js';
import { mixedInteractions } from './mixed-interactions.js';
import { beginNotes, noteFrames, readNotes, slowDown } from './person.js';
import { elementOf, nextFrame, spotAt, spotsInView } from './places.js';
import type { Reading } from './reading.js';

const MOST_NODES = 1200;
const CLICKS = 30;
const SCROLL_MS = 10_000;
const SLOWER = 4;

/** A folder of very many photos, in both layouts. */
export async function manyPhotos(page: Page, photos: number): Promise<Reading[]> {
  await beginNotes(page);
  await elementOf(page, 'Photos').dblclick();
  await page.waitForFunction(
    () => document.querySelectorAll('[data-id] img[data-state="ready"]').length >= 20,
  );
  const all = `${photos.toLocaleString('en-US')} elements`;
  await page.getByText(all, { exact: true }).waitFor({ state: 'attached' });
  const { layoutShift: value } = await readNotes(page);
  const readings: Reading[] = [{ name: 'layout shift while thumbnails arrive', value, unit: '', most: 0.02 }];
  for (const layout of ['Tiles', 'List'] as const) {
    await page.getByLabel(layout, { exact: true }).first().click();
    readings.push(...(await layoutFigures(page, layout)));
  }
  return readings;
}

/** Measures a folder of many photos in one layout. */
async function layoutFigures(page: Page, layout: 'Tiles' | 'List'): Promise<Reading[]> {
  const reading = (what: string, value: number, unit: string, most: number, details = {}): Reading => ({
    name: `${layout}: ${what}`,
    value,
    unit,
    most,
    details,
  });
  const nodes = await mostNodes(page);
  const clicks = await clickTimes(page);
  const quick = await mixedInteractions(page);
  const throttle = await slowDown(page, SLOWER);
  const slow = await mixedInteractions(page);
  const frames = await scrolling(page);
  await throttle.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await throttle.detach();
  const inp = (times: readonly number[]) => ({
    interactions: times.length,
    worst: Math.max(...times),
  });
  return [
    reading('DOM nodes', nodes, 'nodes', MOST_NODES),
    reading('click to selected, p75', percentile(clicks, 0.75), 'ms', 50, {
      p50: rounded(percentile(clicks, 0.5), 0),
    }),
    reading('INP (p98)', percentile(quick, 0.98), 'ms', 100, inp(quick)),
    reading(`INP (p98), ${SLOWER}× slower`, percentile(slow, 0.98), 'ms', 200, inp(slow)),
    reading(`frame while scrolling, p99, ${SLOWER}× slower`, percentile(frames, 0.99), 'ms', 50, {
      frames: frames.length,
      p50: rounded(percentile(frames, 0.5), 1),
      worst: rounded(Math.max(...frames), 0),
    }),
  ];
}

async function mostNodes(page: Page): Promise<number> {
  const counts: number[] = [];
  for (const depth of [0, 0.3, 0.7, 1]) {
    await page.evaluate((part) => scrollTo(0, document.body.scrollHeight * part), depth);
    await nextFrame(page);
    counts.push(await page.evaluate(() => document.querySelectorAll('*').length));
  }
  await page.evaluate(() => scrollTo(0, 0));
  return Math.max(...counts);
}

/** Measures from the press to the frame that shows it selected. */
async function clickTimes(page: Page): Promise<number[]> {
  const times: number[] = [];
  const spots = await spotsInView(page);
  for (let click = 0; click < CLICKS; click += 1) {
    const { id, x, y } = spotAt(spots, click);
    const selector = `[data-id="${id}"][aria-selected="true"]`;
    const press = () => page.mouse.click(x, y);
    times.push(await answerTime(page, { event: 'pointerdown', selector }, press));
  }
  return times;
}

/** Milliseconds between the frames of ten seconds of a turning wheel. */
async function scrolling(page: Page): Promise<number[]> {
  await page.evaluate(() => scrollTo(0, 0));
  await page.mouse.move(700, 500);
  await beginNotes(page);
  const noted = noteFrames(page, SCROLL_MS);
  const until = Date.now() + SCROLL_MS;
  while (Date.now() < until) {
    await page.mouse.wheel(0, 300);
    await page.waitForTimeout(50);
  }
  await noted;
  return (await readNotes(page)).frames;
}
