import { limits } from '../../limits.js';
import { defineRoutes } from '../route.js';
import { finishedUpload } from './finished-upload.js';

export const upload = defineRoutes(
  { service: 'storage', access: 'user', rate: 'upload', command: true },
  {
    sendBytes: {
      method: 'PUT',
      path: '/api/upload/bytes',
      bytes: true,
      bodyLimit: limits.maxSingleRequestBytes,
      summary:
        'The bytes of a file of at most 8 MiB, under the grant in the `Upload-Grant` header. May be repeated: one upload, one blob.',
      refuses: [
        'upload.bad-grant',
        'upload.incomplete',
        'upload.not-found',
        'space.exceeded',
        'space.held',
        'disk.full',
      ],
      answer: finishedUpload,
    },
  },
);
