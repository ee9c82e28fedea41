import { z } from 'zod';
import { elementInput, elementView } from '../../element.js';
import { limits } from '../../limits.js';
import { defineRoutes } from '../route.js';
import { inFolder, linkRefusals, nameRefusals, operation, roomRefusals, targetRefusals } from './fields.js';

export const playlists = defineRoutes(
  { service: 'catalog', access: 'user', rate: 'command', command: true },
  {
    addPlaylist: {
      bodyLimit: limits.maxBulkJsonBytes,
      method: 'POST',
      path: '/api/addplaylist/',
      summary:
        'Makes a folder of the videos of a playlist. Private videos are skipped, equal titles get a number.',
      refuses: [
        ...nameRefusals,
        'name.exists',
        'playlist.empty',
        ...linkRefusals,
        ...targetRefusals,
        ...roomRefusals,
        'selection.too-large',
        'element.not-found',
      ],
      body: z.strictObject({
        ...inFolder,
        name: z.string().max(4096),
        linkurl: z.string().max(limits.maxUrlCharacters).nullish(),
        linktag: elementInput.shape.linktag,
        obj: z.array(elementInput).max(limits.maxPlaylistItems),
      }),
      answer: z.object({
        docs: elementView,
        ops: z.array(elementView),
        operation,
      }),
    },
  },
);
