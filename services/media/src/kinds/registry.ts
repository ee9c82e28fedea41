import type { Kinds } from '../application/kind.js';
import { clip } from './clip.js';
import { cover } from './cover.js';
import { excerpt } from './excerpt.js';
import { largeStill, still } from './still.js';
import { mp4 } from './mp4.js';
import { page } from './page.js';
import { pdf } from './pdf.js';
import { preview } from './preview.js';
import { scrub } from './scrub.js';
import { providerPictures } from './provider-pictures.js';
import { thumbnail, thumbnail2x } from './thumbnail.js';
import { website } from './website.js';

/** The kinds match `derivatives` in libs/contracts. */
export const kinds: Kinds = {
  thumbnail,
  thumbnail2x,
  preview,
  pdf,
  mp4,
  still,
  largeStill,
  clip,
  scrub,
  cover,
  page,
  excerpt,
  ...providerPictures(),
  website,
};
