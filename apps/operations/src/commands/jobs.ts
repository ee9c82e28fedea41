import { jobName, serviceNames } from '@skyshelf/contracts';
import { z } from 'zod';
import { defineCommand } from './command.js';

const service = z.enum(serviceNames);
const choice = z.strictObject({ service, job: jobName.shape.id });
const words = ['service', 'job'];

export const jobs = defineCommand({
  name: 'jobs',
  summary: "shows the services' jobs: how many there are, and what was given up",
  details:
    'Of one service, or of all that have jobs, by kind and state, with the age of the oldest; the latest that were given up with their reasons. Then the drives whose events are parked.',
  optionalWords: ['service'],
  options: { failures: { value: 'N', doc: 'so many of the latest failures, default 20' } },
  looksOnly: true,
  input: z.strictObject({
    service: service.optional(),
    failures: z.coerce.number().int().min(0).max(1000).default(20),
  }),
  run: async (installation, input) => (await import('../jobs/run-jobs.js')).showJobs(installation, input),
});

export const jobsRetry = defineCommand({
  name: 'jobs retry',
  summary: 'lets a job that was given up be tried again',
  details: 'SERVICE and JOB are as `jobs` shows them. It takes its turn behind what its drive has waiting.',
  words,
  input: choice,
  run: async (installation, input) => (await import('../jobs/run-jobs.js')).retryJob(installation, input),
});

export const jobsDrop = defineCommand({
  name: 'jobs drop',
  summary: 'drops a job that waits, runs or was given up, for good',
  details:
    'SERVICE and JOB are as `jobs` shows them. A try under way is broken off, and nothing of it is kept. It cannot be tried again by `jobs retry`.',
  words,
  input: choice,
  run: async (installation, input) => (await import('../jobs/run-jobs.js')).dropJob(installation, input),
});
