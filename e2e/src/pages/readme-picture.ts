/** Makes docs/images/file-manager.png: the running product with a user's files, and one of them open. Run by `node e2e/dist/pages/readme-picture.js`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { apiClient, launchSkyshelf, uploadFile } from '@skyshelf/testing';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { enter, launchChromium, newPerson } from '../browser.js';
import { seedDrive } from './seeded-drive.js';
import { drawImage, type SampleImage } from './sample-images.js';

const target = resolve(import.meta.dirname, '../../../docs/images/file-manager.png');
const postcard = 'Postcard from the bay.jpg';
const bay: SampleImage = {
  sky: ['#2a77b3', '#86cbdc', '#fff0cc'],
  sun: { x: 0.58, y: 0.47, radius: 58, colour: '#fffbe6' },
  ridges: [
    { at: 0.6, rise: 0.24, rough: 0.5, top: '#6fa9b8', bottom: '#bfdcd9' },
    { at: 0.64, rise: 0.18, rough: 0.52, top: '#2f7d83', bottom: '#5ea79f' },
  ],
  water: { at: 0.62, top: '#8fd0d2', bottom: '#12687c', glint: '#fff7df' },
};

const skyshelf = await launchSkyshelf();
const browser = await launchChromium();
try {
  const token = await skyshelf.token('alice');
  await seedDrive(skyshelf, token);
  await uploadPostcard(token);
  const page = await (await newPerson(browser, { still: true })).newPage();
  await enter(page, skyshelf, token);
  await openWindow(page);
  await settled(page);
  const picture = await sharp(await page.screenshot())
    .png({ palette: true, colours: 256, dither: 1, effort: 10 })
    .toBuffer();
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, picture);
  console.log(`${target}: ${Math.round(picture.length / 1024)} KB`);
} finally {
  await browser.close();
  await skyshelf.dispose();
}

/** Small enough that its window leaves the shelf in state. */
async function uploadPostcard(token: string): Promise<void> {
  const client = apiClient(skyshelf.url, token);
  const large = await drawImage(bay);
  const bytes = await sharp(large).resize(600, 400).jpeg({ quality: 92 }).toBuffer();
  await uploadFile(client, { name: postcard, type: 'image/jpeg', bytes });
  client.close();
}

async function openWindow(page: Page): Promise<void> {
  await page.getByRole('option', { name: /^Postcard/ }).dblclick();
  const title = page.getByRole('dialog', { name: /Postcard/ }).getByText(postcard);
  const box = await title.boundingBox();
  if (!box) throw new Error('the window did not open');
  await page.mouse.move(box.x + 120, box.y + 8);
  await page.mouse.down();
  await page.mouse.move(box.x + 430, box.y + 238, { steps: 12 });
  await page.mouse.up();
  await page.mouse.move(700, 20);
}

async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}
