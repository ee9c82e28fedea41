import { jobName } from '@skyshelf/contracts';
import { z } from 'zod';
import { defineCommand } from './command.js';

export const jobs = defineCommand({
  name: 'jobs',
  summary: "shows media's work: how much there is, and what was given up",
  details: 'By kind and state, with the age of the oldest; the latest that were given up with their reasons.',
  options: { failures: { value: 'N', doc: 'so many of the latest failures, default 20' } },
  looksOnly: true,
  input: z.strictObject({ failures: z.coerce.number().int().min(0).max(1000).default(20) }),
  run: async (installation, input) => (await import('../jobs/run-jobs.js')).showJobs(installation, input),
});

export const jobsRetry = defineCommand({
  name: 'jobs retry',
  summary: 'lets a job that was given up be tried again',
  details: 'JOB is the name that `jobs` shows. It takes its turn behind what its drive has waiting.',
  words: ['id'],
  input: jobName,
  run: async (installation, input) => (await import('../jobs/run-jobs.js')).retryJob(installation, input),
});
