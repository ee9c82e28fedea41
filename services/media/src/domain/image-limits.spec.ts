import { expect, it } from 'vitest';
import { filmMemory } from './film-memory.js';
import { drawingDensity, fitsMemory, isShortAnimation, memoryNeed } from './image-limits.js';

const image = (format: string, megapixels: number, interlaced = false) => ({
  format,
  width: 1000 * megapixels,
  height: 1000,
  interlaced,
});

it('decodes large images only line by line', () => {
  const images = [image('jpeg', 400), image('jpeg', 400, true), image('jpeg', 64, true), image('webp', 65)];
  expect(images.map(fitsMemory)).toEqual([true, false, true, false]);
});

it('moves only short animations', () => {
  const frames = (format: string, count: number) => isShortAnimation(image(format, 1), count);
  expect([frames('gif', 60), frames('gif', 61), frames('gif', 1), frames('tiff', 9)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

it('draws as large as the square asks', () => {
  expect(drawingDensity(72, 36, 18)).toBe(144);
  expect([drawingDensity(9999, 1, 1), drawingDensity(1, 9999, 1)]).toEqual([2400, 1]);
});

it('expects memory by how a format is decoded', () => {
  const header = { format: 'jpeg', channels: 3, depth: 'uchar' };
  const perPixel = (more: object) => memoryNeed({ ...header, ...more }, 2 ** 20) - 100;
  expect([{}, { isProgressive: true }, { format: 'webp' }, { format: 'heif' }].map(perPixel)).toEqual([
    0,
    expect.closeTo(6.3),
    7.5,
    19,
  ]);
});

it('expects memory of a film by its frames, their samples and bits', () => {
  const frame = { width: 1024, height: 1024, pixelFormat: null };
  expect([
    filmMemory(frame, 'all'),
    filmMemory(frame, 'keys', 2),
    filmMemory({ ...frame, pixelFormat: 'yuv444p10le' }, 'all'),
  ]).toEqual([60 + 13 * 1.5, 60 + 2 * 4 * 1.5, 60 + 13 * 6]);
});
