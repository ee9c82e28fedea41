import type { ElementView } from '@skyshelf/contracts/browser';
import { isConversion, type KnownJob } from '../../../shared/jobs/jobs-slice.js';
import { text } from '../../../shared/messages/en.js';
import { hasPicture } from './thumb.js';
import css from './tile.module.css';

export const jobLabel = ({ percent }: Pick<KnownJob, 'percent'>): string =>
  percent === null ? text.files.waiting : text.files.percent(percent);

interface JobSignProps {
  job: Pick<KnownJob, 'percent'>;
  place: 'icon' | 'picture' | 'line';
}

/** Screen readers ignore it: the element's label says the same. */
export const JobSign = ({ job, place }: JobSignProps) => (
  <span className={css.sign} data-place={place} aria-hidden>
    <span
      className={css.ring}
      data-known={job.percent !== null || undefined}
      style={{ '--done': `${job.percent ?? 0}%` } as React.CSSProperties}
    />
    {jobLabel(job)}
  </span>
);

type FolderCopy = Omit<KnownJob, 'kind'> & { kind: 'copy' };
type VisibleJob = KnownJob | FolderCopy;

const copyOf = ({ _id, copying }: ElementView): FolderCopy | undefined =>
  copying && {
    _id,
    kind: 'copy',
    percent: copying.total > 0 ? Math.min(100, Math.round((copying.done / copying.total) * 100)) : null,
  };

/** No one waits for a sharper or moving picture. */
const isWaitedFor = (job: KnownJob, element: ElementView): boolean =>
  job.percent !== null || isConversion(job) || !hasPicture(element);

export const visibleJob = (element: ElementView, job: KnownJob | undefined): VisibleJob | undefined =>
  copyOf(element) ?? (job && isWaitedFor(job, element) ? job : undefined);
