import { z } from 'zod';
import { folderPath, id } from '../catalog/fields.js';
import { receives } from '../../events/catalog-shares.js';
import { savedShare, shownFolder } from '../catalog/internal-shares.js';
import { limits } from '../../limits.js';
import type { ErrorCode } from '../../errors.js';
import { defineRoutes, type RouteContract } from '../route.js';

/** The secret of a link: 128 random bits in base64url. */
export const shareToken = z.string().regex(/^[\w-]{22}$/);

/**
 * Calls of an opened link, such as `/s/-/<id>/api/download`: the same calls as without it, as far as they open to
 * a share or a drop. The cookie of `openShare` says who calls, and nothing else does.
 */
export const visitPath = (share: string, path: string): string => `/s/-/${encodeURIComponent(share)}${path}`;
export const VISIT_PREFIX = '/s/-/:share';

/** The codes that these calls return besides. */
export const visitRefusals = ({ right }: Pick<RouteContract, 'right'>): readonly ErrorCode[] => [
  'share.not-found',
  'share.traffic-used-up',
  ...(right === 'download' ? (['share.downloads-used-up'] as const) : []),
];

/** The answer lists this folder; `/` stands for where visitors begin: the only folder that is shown, or the roots. */
const path = folderPath.max(1000).optional();

const opened = z.object({
  /** Its calls are below `/s/-/<id>/`. */
  id: z.string(),
  title: z.string(),
  note: z.string(),
  /** Whether it offers downloads. */
  download: z.boolean(),
  expires: z.iso.datetime().nullable(),
  /** The shown elements, some of which may be gone: `POST /s/-/<id>/api/` lists them. */
  roots: z.array(z.string()),
  /** The name of the folder that is all there is. */
  top: z.string().optional(),
  /** The folder of `path`, at most 500 elements; absent where it cannot be listed. */
  folder: shownFolder.optional(),
  /** It shows nothing (`roots` is empty), and takes files within these limits. */
  receives: receives.optional(),
});
export type OpenedShare = z.infer<typeof opened>;

export const visits = defineRoutes(
  { service: 'gateway', access: 'public', rate: 'read' },
  {
    openShare: {
      method: 'POST',
      path: '/s/:token/open',
      rate: 'sign-in',
      summary:
        'Opens a link: sets a cookie that is good for 12 hours, and no longer than the link. A link that is unknown, ended, paused, expired, or whose owner is gone, gets the same answer.',
      refuses: ['share.not-found', 'share.password-required', 'share.wrong-password', 'share.too-many-tries'],
      params: z.strictObject({ token: z.string().max(200) }),
      body: z.strictObject({ password: z.string().max(limits.maxSharePasswordCharacters).optional(), path }),
      answer: opened,
    },

    readShare: {
      method: 'GET',
      path: `${VISIT_PREFIX}/api/share`,
      summary: 'An opened link; the cookie of its opening says which.',
      refuses: ['share.not-found', 'share.traffic-used-up'],
      params: z.strictObject({ share: id }),
      query: z.strictObject({ path }),
      answer: opened,
    },

    saveShare: {
      access: 'user',
      rate: 'command',
      command: true,
      method: 'POST',
      path: '/api/shares/save',
      summary:
        'Copies all that an opened link shows into a new folder of the account, in the background; the cookie of its opening says which. It counts as one download.',
      refuses: [
        'share.not-found',
        'share.traffic-used-up',
        'share.downloads-used-up',
        'access.denied',
        'selection.too-large',
        'space.exceeded',
        'folder.not-found',
      ],
      body: z.strictObject({ share: id, folderId: id.optional() }),
      answer: savedShare,
    },

    shareFeed: {
      method: 'GET',
      path: '/s/:token/feed.xml',
      media: 'bytes',
      summary: 'What was added to a link that has no password, the latest first, as an Atom feed (RFC 4287).',
      refuses: ['share.not-found'],
      params: z.strictObject({ token: z.string().max(200) }),
    },
  },
);
