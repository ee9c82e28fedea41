import { list, setting, wholeNumber } from '@skyshelf/config';
import { z } from 'zod';
import { jobKinds } from './domain/job.js';

/** What an operator can set about thumbnails and, later, conversions. */
export const mediaConfig = z.object({
  roles: setting(
    'MEDIA_ROLES',
    list()
      .pipe(z.array(z.enum(jobKinds)))
      .default([...jobKinds]),
    {
      doc: 'Kinds of work that this process takes, so that each can be scaled alone.',
      allowed: `some of ${jobKinds.join(', ')}, separated by commas`,
    },
  ),
  parallelJobs: setting('MEDIA_PARALLEL_JOBS', wholeNumber(1, 64).optional(), {
    doc: 'Jobs that this process works on at the same time.',
    standard: 'as many as there are processors, at most 4',
  }),
  leaseSeconds: setting('MEDIA_LEASE_SECONDS', wholeNumber(5, 3600).default(60), {
    doc: 'After how many seconds a job whose worker says nothing is given to another one.',
  }),
  tries: setting('MEDIA_TRIES', wholeNumber(1, 20).default(5), {
    doc: 'How often a job is tried before it is given up.',
  }),
  maxSourceMb: setting('MEDIA_MAX_SOURCE_MB', wholeNumber(1, 512).default(256), {
    doc: 'Images larger than this get no thumbnail, in MiB.',
  }),
});
export type MediaConfig = z.infer<typeof mediaConfig>;

/** The settings of an installation that sets nothing. */
export const mediaDefaults = mediaConfig.parse({});
