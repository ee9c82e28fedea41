import { z } from 'zod';
import { defineRoutes } from '../route.js';

/** Without passing through the user's machine. */
export const remoteSources = ['url', 'dropbox', 'drive', 'onedrive'] as const;
export type RemoteSource = (typeof remoteSources)[number];

const source = z.object({
  name: z.enum(remoteSources),
  on: z.boolean(),
  /** For people; null for one that is on. */
  reason: z.string().nullable(),
});

export const sourceList = z.object({ sources: z.array(source) });
export type SourceList = z.infer<typeof sourceList>;

export const reportedSources = z.object({
  sources: z.array(
    source.extend({
      /** For the operator. */
      hint: z.string().nullable(),
    }),
  ),
});
export type ReportedSources = z.infer<typeof reportedSources>;

export const sources = defineRoutes(
  { service: 'gateway', access: 'user', rate: 'read' },
  {
    listSources: {
      method: 'GET',
      path: '/api/sources',
      summary:
        'Where files can be brought from: an address, Dropbox, Google Drive, OneDrive; for each whether it is on, and why not. Files come by `/companion/`, as a client of Uppy Companion asks for them.',
      refuses: [],
      answer: sourceList,
    },
  },
);
