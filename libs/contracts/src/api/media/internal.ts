import { z } from 'zod';
import { jobName, jobsRepair, jobsReport, problemList } from '../../operations.js';
import { defineInternal } from '../internal-route.js';
import { doneAnswer } from '../internal-routes.js';

/** What the other services and the operator's commands ask media. */
export const mediaCalls = defineInternal(
  { service: 'media', refuses: [] },
  {
    jobs: {
      method: 'GET',
      path: '/internal/jobs',
      query: z.strictObject({ failures: z.coerce.number().int().min(0).max(1000).default(20) }),
      answer: jobsReport,
    },
    retryJob: { method: 'POST', path: '/internal/jobs/retry', body: jobName, answer: doneAnswer },
    checkJobs: { method: 'GET', path: '/internal/jobs/check', answer: problemList },
    repairJobs: { method: 'POST', path: '/internal/jobs/repair', body: jobsRepair, answer: doneAnswer },
  },
);
