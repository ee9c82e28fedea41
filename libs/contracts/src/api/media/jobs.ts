import { z } from 'zod';
import { derivativeKind } from '../../derived.js';
import { limits } from '../../limits.js';
import { id } from '../catalog/fields.js';
import { defineRoutes } from '../route.js';

export const jobView = z.object({
  _id: z.string(),
  kind: derivativeKind,
  state: z.enum(['waiting', 'running', 'failed']),
  percent: z.number().int().min(0).max(100).nullable(),
  reason: z.string().nullable(),
  /** Given up for what may pass, as for time: tried again after hours, or when asked for. */
  again: z.boolean(),
  date: z.iso.datetime(),
});
export type JobView = z.infer<typeof jobView>;

const jobList = z.object({ docs: z.array(jobView) });

export const jobs = defineRoutes(
  { service: 'media', access: 'user', rate: 'read', refuses: [] },
  {
    listJobs: {
      method: 'GET',
      path: '/api/jobs',
      summary:
        'What is being made of your files: running jobs, then those that wait in their order, then what was given up in the last 30 days. At most 200 of each.',
      answer: jobList.extend({
        open: z.number().int(),
      }),
    },
    prioritizeJobs: {
      method: 'POST',
      path: '/api/jobs/prioritize',
      summary:
        'A hint that these elements are being looked at: of your waiting jobs theirs go first. Answers their jobs that wait or run. Unknown ids are ignored.',
      body: z.strictObject({ arr: z.array(id).min(1).max(limits.maxPrioritizedElements) }),
      answer: jobList,
    },
    retryJobs: {
      method: 'POST',
      path: '/api/jobs/again',
      rate: 'command',
      summary:
        'Tries again at once what was given up for these elements and may end better now: it took too long, or its workers stopped. Answers their jobs that wait or run. Unknown ids are ignored.',
      body: z.strictObject({ arr: z.array(id).min(1).max(limits.maxPrioritizedElements) }),
      answer: jobList,
    },
  },
);
