/**
 * Records the film of the intro: `npm run campaign -- demo-video`, or with the folder where it shall lie.
 * Needs ffmpeg; takes two minutes.
 */
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { launchSkyshelf } from '@skyshelf/testing';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { enter, launchChromium, newPerson } from '../browser.js';
import { drawImage, type SampleImage } from '../pages/sample-images.js';
import { uploadPostcard } from '../pages/postcard.js';
import { seedDrive } from '../pages/seeded-drive.js';
import { unlimitedRates } from '../unlimited-rates.js';
import { Hand } from './hand.js';
import { record } from './screencast.js';

/** Three photographs of a day at the sea, drawn. */
const coast: readonly SampleImage[] = [
  {
    sky: ['#4aa6d8', '#a9dcea', '#fdf3d9'],
    sun: { x: 0.7, y: 0.3, radius: 50, colour: '#fffbe6' },
    ridges: [{ at: 0.62, rise: 0.2, rough: 0.5, top: '#5f9f8e', bottom: '#9fcdb0' }],
    water: { at: 0.62, top: '#79cfd6', bottom: '#1b7f96', glint: '#ffffff' },
  },
  {
    sky: ['#f2a65a', '#f7c98b', '#fff0cf'],
    sun: { x: 0.36, y: 0.5, radius: 64, colour: '#fff7de' },
    ridges: [{ at: 0.66, rise: 0.14, rough: 0.4, top: '#a8604f', bottom: '#d98f6a' }],
    water: { at: 0.64, top: '#eeb37c', bottom: '#8a4a52', glint: '#fff1cf' },
  },
  {
    sky: ['#8fb8de', '#c9dcf0', '#f4f1ee'],
    ridges: [
      { at: 0.6, rise: 0.3, rough: 0.55, top: '#8aa0b8', bottom: '#bccbd8' },
      { at: 0.84, rise: 0.24, rough: 0.58, top: '#52708c', bottom: '#7f9cb0' },
      { at: 1.02, rise: 0.2, rough: 0.6, top: '#27455c', bottom: '#1a3145' },
    ],
  },
];

const folder = resolve(process.argv[2] ?? join(import.meta.dirname, '../../../web/src/features/intro/demo'));
const MOST_SECONDS = 40;
const MOST_BYTES = 2 * 1024 * 1024;
const width = 1280;
const height = 720;

const tile = (page: Page, name: string) => page.getByRole('option', { name: new RegExp(`^${name}`) });

/** The photographs that are dropped. */
async function photos(page: Page) {
  const files = await Promise.all(
    coast.map(async (image, index) => {
      const picture = await sharp(await drawImage(image))
        .resize(900)
        .jpeg({ quality: 85 })
        .toBuffer();
      return [`Coast ${index + 1}.jpg`, picture.toString('base64')] as const;
    }),
  );
  return page.evaluateHandle((all) => {
    const data = new DataTransfer();
    for (const [name, base64] of all) {
      const content = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      data.items.add(new File([content], name, { type: 'image/jpeg' }));
    }
    return data;
  }, files);
}

async function dropPhotos(page: Page, hand: Hand): Promise<void> {
  const dataTransfer = await photos(page);
  await hand.say('Drop files anywhere');
  await hand.moveTo(1250, 700, 500);
  await hand.carry('3 photos');
  await page.dispatchEvent('main', 'dragenter', { dataTransfer });
  await page.dispatchEvent('main', 'dragover', { dataTransfer });
  await hand.moveTo(620, 470, 1100, false);
  await hand.rest(300);
  await page.dispatchEvent('main', 'drop', { dataTransfer });
  await hand.carry(null);
  await tile(page, 'Coast 1').locator('img[data-state="ready"]').waitFor();
  await hand.rest(1300);
  await hand.click(page.getByRole('button', { name: 'Clear finished uploads' }), 500);
}

async function moveIntoFolder(page: Page, hand: Hand): Promise<void> {
  await hand.say('Drag to move');
  await hand.click(tile(page, 'Coast 1'));
  await page.keyboard.down('Control');
  await hand.click(tile(page, 'Coast 2'), 350);
  await hand.click(tile(page, 'Coast 3'), 350);
  await page.keyboard.up('Control');
  const target = await tile(page, 'Travel').boundingBox();
  await hand.carry('3 photos');
  if (target) await hand.drag(target.x + target.width / 2, target.y + target.height / 2, 1100);
  await hand.carry(null);
  await tile(page, 'Coast 3').waitFor({ state: 'detached' });
  await hand.rest(700);
}

async function openWindows(page: Page, hand: Hand): Promise<void> {
  await hand.say('Open things in real windows');
  await hand.doubleClick(tile(page, 'Postcard'));
  const postcard = page.getByRole('dialog', { name: /Postcard/ });
  await postcard.getByRole('img').first().waitFor();
  await hand.rest(600);
  await hand.over(postcard.getByText('Postcard from the bay.jpg'), 500);
  await hand.drag(960, 210);
  await hand.rest(300);
  await hand.doubleClick(tile(page, 'Dunes at noon'));
  const dunes = page.getByRole('dialog', { name: /Dunes/ });
  await dunes.getByRole('img').first().waitFor();
  await hand.rest(500);
  await hand.over(dunes.getByText('Dunes at noon.jpg'), 500);
  await hand.drag(4, 300, 900);
  await hand.rest(800);
  for (const frame of [dunes, postcard]) await hand.click(frame.getByRole('button', { name: /^Close/ }), 550);
}

async function search(page: Page, hand: Hand): Promise<void> {
  await hand.say('Find anything as you type');
  const box = page
    .getByRole('combobox', { name: 'Search' })
    .or(page.getByRole('searchbox', { name: 'Search' }));
  await hand.click(box.first());
  await page.keyboard.type('sun', { delay: 180 });
  await hand.rest(1300);
  await page.keyboard.press('Escape');
}

async function night(page: Page, hand: Hand): Promise<void> {
  await hand.say('And a sky for the night');
  await hand.click(page.getByRole('button', { name: 'Profile menu' }));
  const dark = page.getByText('Dark appearance');
  await dark.waitFor();
  await hand.say('And a sky for the night');
  await hand.rest(300);
  await hand.click(dark, 450);
  await page.waitForFunction(() => document.documentElement.dataset.mantineColorScheme === 'dark');
  await page.keyboard.press('Escape');
  await hand.moveTo(640, 420, 900);
  await hand.rest(1200);
  await hand.say('');
  await hand.rest(900);
}

const browser = await launchChromium();
const skyshelf = await launchSkyshelf({ env: unlimitedRates, readyWithinMs: 200_000 });
try {
  const token = await skyshelf.token('alice');
  await seedDrive(skyshelf, token);
  await uploadPostcard(skyshelf, token);
  const page = await (await newPerson(browser, { width, height, still: false })).newPage();
  await page.addInitScript(() => document.documentElement.style.setProperty('scrollbar-width', 'none'));
  await enter(page, skyshelf, token);
  await tile(page, 'Postcard').locator('img[data-state="ready"]').waitFor();
  await page.waitForLoadState('networkidle');
  const poster = await page.screenshot();
  await sharp(poster)
    .webp({ quality: 74, effort: 6, smartSubsample: true })
    .toFile(join(folder, 'poster.webp'));
  const hand = new Hand(page);
  await hand.appear();
  await hand.rest(1000);
  const film = await record(page, async () => {
    await hand.say('Files, photos and links on one shelf');
    await hand.moveTo(700, 400, 900);
    await hand.rest(900);
    await dropPhotos(page, hand);
    await moveIntoFolder(page, hand);
    await openWindows(page, hand);
    await search(page, hand);
    await night(page, hand);
  });
  const path = join(folder, 'demo.mp4');
  await film.writeTo(path).finally(film.dispose);
  const { size } = statSync(path);
  console.log(`${film.seconds.toFixed(1)} s, ${(size / 1024).toFixed(0)} KB in ${path}`);
  if (film.seconds > MOST_SECONDS || size > MOST_BYTES) process.exitCode = 1;
} finally {
  await browser.close();
  await skyshelf.dispose();
}
