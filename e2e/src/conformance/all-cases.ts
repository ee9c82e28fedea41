import { accountCases } from './account-cases.js';
import { extensionCases } from './extension-cases.js';
import { bookmarkCases } from './bookmark-cases.js';
import { conversionCases } from './conversion-cases.js';
import { downloadCases } from './download-cases.js';
import { dropCases } from './drop-cases.js';
import { elementCases } from './element-cases.js';
import { linkCases } from './link-cases.js';
import { noticeCases } from './notice-cases.js';
import { notifyCases } from './notify-cases.js';
import { readingCases } from './reading-cases.js';
import { refusalCases } from './refusal-cases.js';
import type { RouteName, Step } from './step.js';
import { rewindCases } from './rewind-cases.js';
import { shareCases } from './share-cases.js';
import { takeoutCases } from './takeout-cases.js';
import { trashCases } from './trash-cases.js';
import { uploadCases } from './upload-cases.js';
import { versionCases } from './version-cases.js';

/** The requests and answers by route. */
export const routeCases: Record<RouteName, readonly Step[]> = {
  ...accountCases,
  ...extensionCases,
  ...bookmarkCases,
  ...conversionCases,
  ...downloadCases,
  ...dropCases,
  ...elementCases,
  ...noticeCases,
  ...notifyCases,
  ...readingCases,
  ...rewindCases,
  ...shareCases,
  ...takeoutCases,
  ...trashCases,
  ...uploadCases,
  ...versionCases,
};

/** Stories that are about no one route, by what they show. */
export const furtherCases: Readonly<Record<string, readonly Step[]>> = { ...linkCases, ...refusalCases };
