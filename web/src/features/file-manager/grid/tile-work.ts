import type { ElementView } from '@skyshelf/contracts/browser';
import { shownFileType } from '@skyshelf/contracts/rules';
import { isConversion, type KnownJob } from '../../../shared/jobs/jobs-slice.js';
import { hasPicture } from './thumb.js';

type FolderCopy = Omit<KnownJob, 'kind'> & { kind: 'copy' };
export type ShownWork = KnownJob | FolderCopy;

export const awaitsPicture = (element: ElementView): boolean =>
  element.confirm === undefined &&
  element.source !== null &&
  shownFileType(element.linktype, element.extension).thumbnail !== null;

const copyOf = ({ _id, copying }: ElementView): FolderCopy | undefined =>
  copying && {
    _id,
    kind: 'copy',
    percent: copying.total > 0 ? Math.min(100, Math.round((copying.done / copying.total) * 100)) : null,
  };

/** No one waits for a sharper or moving picture. */
const isWaitedFor = (job: KnownJob, element: ElementView): boolean =>
  job.percent !== null || isConversion(job) || !hasPicture(element);

export const shownWork = (element: ElementView, job: KnownJob | undefined): ShownWork | undefined =>
  copyOf(element) ?? (job && isWaitedFor(job, element) ? job : undefined);
