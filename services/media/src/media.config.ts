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
      doc: 'Sorts of work that this process takes, so that each can be scaled alone: images; films and sound; documents; pictures of websites.',
      allowed: `some of ${roles.join(', ')}, separated by commas; \`none\` for none`,
    },
  ),
  parallelJobs: setting('MEDIA_PARALLEL_JOBS', wholeNumber(1, 64).optional(), {
    doc: 'Jobs of each kind that this process works on at the same time.',
    standard: 'what suits the kind; thumbnails: one more than there are processors, at most 5',
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
  memoryMb: setting('MEDIA_MEMORY_MB', wholeNumber(400, 1_048_576).default(1200), {
    doc: 'Memory that the programs which read files hold at most together, in MiB, resident, each of them at most 700. What would not fit waits; what no one waits for gives way.',
  }),
  standBack: setting('MEDIA_STAND_BACK', onOff().default(true), {
    doc: 'Whether what no one waits for is made only with what processor time others leave, where Linux shares it between sessions. Off: for a machine that does nothing else.',
  }),
  ...mediaLimitSettings,
  providerPictures: setting('MEDIA_PROVIDER_PICTURES', onOff().default(true), {
    doc: 'Whether pictures of video links are fetched from their providers (youtube, vimeo, tiktok) when a user looks at them, the picture of an account from who signs it in, and those of news. Otherwise there are icons and letters, and news are words.',
  }),
});
export type MediaConfig = z.infer<typeof mediaConfig>;

/** The settings of an installation that sets nothing. */
export const mediaDefaults = mediaConfig.parse({});
