import type { Page } from 'playwright';
import { layoutFigures } from './layout-figures.js';
import { beginNotes, readNotes } from './person.js';
import { elementOf } from './places.js';
import type { Reading } from './reading.js';

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
