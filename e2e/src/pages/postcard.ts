import { apiClient, uploadFile, type RunningSkyshelf } from '@skyshelf/testing';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { drawImage, type SampleImage } from './sample-images.js';

const name = 'Postcard from the bay.jpg';
const bay: SampleImage = {
  sky: ['#2a77b3', '#86cbdc', '#fff0cc'],
  sun: { x: 0.58, y: 0.47, radius: 58, colour: '#fffbe6' },
  ridges: [
    { at: 0.6, rise: 0.24, rough: 0.5, top: '#6fa9b8', bottom: '#bfdcd9' },
    { at: 0.64, rise: 0.18, rough: 0.52, top: '#2f7d83', bottom: '#5ea79f' },
  ],
  water: { at: 0.62, top: '#8fd0d2', bottom: '#12687c', glint: '#fff7df' },
};

/** A photo that is small enough for its window to leave the shelf in sight. */
export async function uploadPostcard(skyshelf: RunningSkyshelf, token: string): Promise<void> {
  const client = apiClient(skyshelf.url, token);
  const large = await drawImage(bay);
  const bytes = await sharp(large).resize(600, 400).jpeg({ quality: 92 }).toBuffer();
  await uploadFile(client, { name, type: 'image/jpeg', bytes });
  client.close();
}

/** Opens it, and moves its window aside. */
export async function openPostcard(page: Page): Promise<void> {
  await page.getByRole('option', { name: /^Postcard/ }).dblclick();
  const title = page.getByRole('dialog', { name: /Postcard/ }).getByText(name);
  const box = await title.boundingBox();
  if (!box) throw new Error('the window did not open');
  await page.mouse.move(box.x + 120, box.y + 8);
  await page.mouse.down();
  await page.mouse.move(box.x + 430, box.y + 238, { steps: 12 });
  await page.mouse.up();
  await page.mouse.move(700, 20);
}
