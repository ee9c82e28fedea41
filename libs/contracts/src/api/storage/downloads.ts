import { z } from 'zod';
import { limits } from '../../limits.js';
import { defineRoutes } from '../route.js';
import { opaque } from './upload.js';

const address = z.string().min(1).max(limits.maxUrlCharacters);
const keyName = /^key\d{1,4}$/;

/** More than five are refused in the specification's words, later. */
const query = z
  .object({
    key0: address.optional(),
    key1: address.optional(),
    key2: address.optional(),
    key3: address.optional(),
    key4: address.optional(),
    folder: opaque.optional(),
    /** Of deleted files, or a deleted folder. */
    trash: z.literal('1').optional(),
    /** The addresses are those of earlier versions. */
    version: z.literal('1').optional(),
  })
  .catchall(z.string().max(limits.maxUrlCharacters))
  .superRefine((given, { addIssue }) => {
    const unknown = Object.keys(given).find(
      (name) => !['folder', 'trash', 'version'].includes(name) && !keyName.test(name),
    );
    if (unknown !== undefined)
      addIssue({ code: 'custom', path: [unknown], message: 'Give `key0`, `key1` … or `folder`.' });
  });

export const downloads = defineRoutes(
  { service: 'storage', access: 'reader', rate: 'read' },
  {
    download: {
      opens: ['share'],
      right: 'download',
      method: 'GET',
      path: '/api/download',
      media: 'bytes',
      navigable: true,
      summary:
        'Files by their addresses (`linkurl`): one as itself, two to five as a ZIP archive; or a folder with all below it as a ZIP archive. With ranges and ETag; the list of an archive is kept for a day. A browser that goes to a single file above 8 MiB (`Sec-Fetch-Mode: navigate`) may be redirected (302) to the object store, by an address that holds for an hour.',
      refuses: [
        'download.too-many',
        'download.too-large',
        'file.not-found',
        'folder.not-found',
        'range.invalid',
        'precondition.failed',
        'access.denied',
      ],
      query,
    },
  },
);
