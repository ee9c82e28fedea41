import { list, setting, wholeNumber } from '@skyshelf/config';
import { derivativeKind, derivativeKinds } from '@skyshelf/contracts';
import { z } from 'zod';

/** What an operator can set about derived files. */
export const mediaConfig = z.object({
  roles: setting(
    'MEDIA_ROLES',
    list()
      .pipe(z.array(derivativeKind))
      .default([...derivativeKinds]),
    {
      doc: 'Kinds of work that this process takes, so that each can be scaled alone.',
      allowed: `some of ${derivativeKinds.join(', ')}, separated by commas`,
    },
  ),
  parallelJobs: setting('MEDIA_PARALLEL_JOBS', wholeNumber(1, 64).optional(), {
    doc: 'Jobs of each kind that this process works on at the same time.',
    standard: 'what suits the kind; thumbnails: as many as there are processors, at most 4',
  }),
  leaseSeconds: setting('MEDIA_LEASE_SECONDS', wholeNumber(5, 3600).default(60), {
    doc: 'After how many seconds a job whose worker has fallen silent is given to another one.',
  }),
  tries: setting('MEDIA_TRIES', wholeNumber(1, 20).default(3), {
    doc: 'How often a job is tried before it is given up; a worker that dies over it counts.',
  }),
  maxSourceMb: setting('MEDIA_MAX_SOURCE_MB', wholeNumber(1, 102_400).optional(), {
    doc: 'Nothing is made of files larger than this, in MiB.',
    standard: 'what suits the kind; thumbnails: 256',
  }),
});
export type MediaConfig = z.infer<typeof mediaConfig>;

/** The settings of an installation that sets nothing. */
export const mediaDefaults = mediaConfig.parse({});
