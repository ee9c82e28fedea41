import type { CrashCase } from '../crash-case.js';
import { bookmarkCases } from './bookmarks.js';
import { ownCases } from './by-itself.js';
import { clipboardCases } from './clipboard.js';
import { elementCases } from './elements.js';
import { processCases } from './processes.js';
import { reactionCases } from './reactions.js';
import { tagCases } from './tags.js';
import { shareCases } from './shares.js';
import { trashCases } from './trash.js';
import { uploadCases } from './uploads.js';
import { versionCases } from './versions.js';

/** Every command of the catalogue, and every reaction to others' events; several ways where they differ. */
export const crashCases: readonly CrashCase[] = [
  ...elementCases,
  ...clipboardCases,
  ...bookmarkCases,
  ...tagCases,
  ...uploadCases,
  ...versionCases,
  ...processCases,
  ...shareCases,
  ...trashCases,
  ...reactionCases,
  ...ownCases,
];
