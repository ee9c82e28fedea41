/**
 * This is one process of the raw loop: it makes every n-th photo of a folder, with media's settings, and prints when it
 * began and when it ended. Prints when it began and when it ended.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

const [folder = '', share = '0', processes = '1'] = process.argv.slice(2);
sharp.cache(false);
sharp.concurrency(1);
const files = readdirSync(folder).filter((_, n) => n % Number(processes) === Number(share));
const began = Date.now();
for (const file of files)
  await sharp(join(folder, file), { failOn: 'error', limitInputPixels: false, sequentialRead: true })
    .autoOrient()
    .resize(400, 400, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 78, effort: 1 })
    .toFile(join(folder, `${file}.webp`));
console.log(JSON.stringify([began, Date.now()]));
