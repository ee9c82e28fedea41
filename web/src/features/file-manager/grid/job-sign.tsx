import type { KnownJob } from '../../../shared/jobs/jobs-slice.js';
import { text } from '../../../shared/messages/en.js';
import css from './job-sign.module.css';

export const jobLabel = ({ percent }: Pick<KnownJob, 'percent'>): string =>
  percent === null ? text.files.waiting : text.files.percent(percent);

interface JobSignProps {
  job: Pick<KnownJob, 'percent'>;
  place: 'icon' | 'picture' | 'line';
}

/** For the eye only: the element's label says it as well. */
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
