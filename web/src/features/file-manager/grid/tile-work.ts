import type { ElementView } from '@skyshelf/contracts/browser';
import { shownFileType } from '@skyshelf/contracts/rules';
import { isConversion, type KnownJob } from '../../../shared/jobs/jobs-slice.js';
import { hasPicture } from './thumb.js';

type FolderCopy = Omit<KnownJob, 'kind'> & { kind: 'copy' };
/** What a tile says of the work on its element. */
export type ShownWork = KnownJob | FolderCopy;

/** Whether a picture of it may still come. */
export const awaitsPicture = (element: ElementView): boolean =>
  element.confirm === undefined &&
  element.source !== null &&
  shownFileType(element.linktype, element.extension).thumbnail !== null;

/** How far a large copy is that fills a folder. */
const copyOf = ({ _id, copying }: ElementView): FolderCopy | undefined =>
  copying && {
    _id,
    kind: 'copy',
    percent: copying.total > 0 ? Math.min(100, Math.round((copying.done / copying.total) * 100)) : null,
  };

/** No one waits for a sharper or moving picture. */
const isWaitedFor = (job: KnownJob, element: ElementView): boolean =>
  job.percent !== null || isConversion(job) || !hasPicture(element);

/**
 * What is said of the work on an element.
 * @param job that waits or runs, where one is known
 */
export const shownWork = (element: ElementView, job: KnownJob | undefined): ShownWork | undefined =>
  copyOf(element) ?? (job && isWaitedFor(job, element) ? job : undefined);
