import { list, onOff, setting, wholeNumber } from '@skyshelf/config';
import { mediaLimitSettings } from '@skyshelf/service';
import { z } from 'zod';
import { roles } from './application/kind.js';

export const mediaConfig = z.object({
  roles: setting(
    'MEDIA_ROLES',
    list()
      .transform((all) => all.filter((each) => each !== 'none'))
      .pipe(z.array(z.enum(roles)))
      .default([...roles]),
    {
      doc: 'The kinds of work that this process takes, so that each can be scaled separately: images; films and sound; documents; pictures of websites.',
      allowed: `some of ${roles.join(', ')}, separated by commas; \`none\` for none`,
    },
  ),
  parallelJobs: setting('MEDIA_PARALLEL_JOBS', wholeNumber(1, 64).optional(), {
    doc: 'Jobs of each kind that this process works on at the same time.',
    standard: 'what suits the kind; thumbnails: one more than there are processors, at most 5',
  }),
  leaseSeconds: setting('MEDIA_LEASE_SECONDS', wholeNumber(5, 3600).default(60), {
    doc: 'The seconds after which a job whose worker is silent is given to another one.',
  }),
  tries: setting('MEDIA_TRIES', wholeNumber(1, 20).default(3), {
    doc: 'The number of tries before a job is given up; a worker that dies during a try counts.',
  }),
  maxSourceMb: setting('MEDIA_MAX_SOURCE_MB', wholeNumber(1, 102_400).optional(), {
    doc: 'No derived files are made of files larger than this, in MiB.',
    standard: 'what suits the kind; thumbnails: 256',
  }),
  memoryMb: setting('MEDIA_MEMORY_MB', wholeNumber(400, 1_048_576).default(1200), {
    doc: 'The resident memory of all programs that read files together, in MiB, each of them at most 700. Programs that do not fit wait; background work makes way.',
  }),
  standBack: setting('MEDIA_STAND_BACK', onOff().default(true), {
    doc: 'Whether background work runs only in processor time that others leave, where Linux shares it between sessions. Switch it off on a machine that does nothing else.',
  }),
  ...mediaLimitSettings,
  providerPictures: setting('MEDIA_PROVIDER_PICTURES', onOff().default(true), {
    doc: 'Whether pictures of video links are fetched from their providers (youtube, vimeo, tiktok) when a user views them, the picture of an account from its identity provider, and those of news. Otherwise icons and letters are shown, and news without pictures.',
  }),
});
export type MediaConfig = z.infer<typeof mediaConfig>;

/** The settings of an installation that sets nothing. */
export const mediaDefaults = mediaConfig.parse({});
