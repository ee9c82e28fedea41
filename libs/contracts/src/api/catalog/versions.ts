import { z } from 'zod';
import { elementView } from '../../element.js';
import { limits } from '../../limits.js';
import { defineRoutes } from '../route.js';
import { id, operation, writeResult } from './fields.js';

/** The present content of a file, or an earlier one: its addresses then need `version=1`. */
export const fileVersion = elementView
  .pick({
    linkurl: true,
    linktype: true,
    extension: true,
    source: true,
    size: true,
    width: true,
    height: true,
    thumbnailImage: true,
    thumbnailVideo: true,
    openElement: true,
  })
  .extend({
    version: z.string(),
    /** These bytes came then. */
    date: z.iso.datetime(),
    /** The software that uploaded them, like `Firefox on Linux`; null where that is unknown. */
    device: z.string().nullable(),
    /** The name under which it is kept. */
    name: z.string().nullable(),
    current: z.boolean(),
  });
export type FileVersion = z.infer<typeof fileVersion>;

/** `listVersions` names it. */
const version = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

export const versions = defineRoutes(
  { service: 'catalog', access: 'user', refuses: ['element.not-found', 'version.not-found'] },
  {
    listVersions: {
      rate: 'read',
      method: 'GET',
      path: '/api/versions',
      summary: 'The present content of a file and its earlier ones, the latest first.',
      refuses: ['element.not-found'],
      query: z.strictObject({ id }),
      answer: z.object({ docs: z.array(fileVersion) }),
    },

    restoreVersion: {
      rate: 'command',
      command: true,
      method: 'POST',
      path: '/api/versions/restore',
      summary:
        'Makes a version the present content of its file; the content before becomes a version. It needs no room.',
      body: z.strictObject({ id, version }),
      answer: z.object({
        docs: z.object({ result: writeResult, element: elementView }),
        operation,
      }),
    },

    keepVersion: {
      rate: 'command',
      command: true,
      method: 'POST',
      path: '/api/versions/keep',
      summary:
        'Keeps a version, or the present content, under a name: it is never thinned out, and gives way last when room is needed. `null` takes the name away.',
      refuses: ['element.not-found', 'version.not-found', 'versions.too-many', 'name.required'],
      body: z.strictObject({
        id,
        version,
        name: z.string().max(limits.maxVersionNameCharacters).nullable(),
      }),
      answer: z.object({ docs: z.object({ result: writeResult, name: z.string().nullable() }) }),
    },

    dropVersions: {
      rate: 'command',
      command: true,
      method: 'POST',
      path: '/api/versions/drop',
      summary: 'Deletes a version forever, or all versions of a file; its present content stays.',
      body: z
        .strictObject({ id, version: version.optional(), all: z.literal(true).optional() })
        .refine(
          (asked) => (asked.version === undefined) !== (asked.all === undefined),
          'Give `version` or `all`.',
        ),
      answer: z.object({ docs: z.object({ result: writeResult, dropped: z.number().int() }) }),
    },
  },
);
