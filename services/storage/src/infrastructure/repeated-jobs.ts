import { defineJobKind, type JobKind } from '@skyshelf/jobs';
import type { ClientSession } from 'mongodb';
import { z } from 'zod';
import { announceUnclaimed } from '../application/announce-unclaimed.js';
import type { Storage } from '../application/storage.js';
import { sweep } from '../application/sweep/sweep.js';

/** One process at a time. */
export const repeatedJobs = (storage: Storage, sweepMs: number): JobKind<ClientSession>[] => [
  repeated('sweep', sweepMs, () => sweep(storage)),
  repeated('announce', storage.settings.announceMs, () => announceUnclaimed(storage)),
];

const repeated = (kind: string, every: number, work: () => Promise<unknown>): JobKind<ClientSession> =>
  defineJobKind<object, ClientSession>({
    kind,
    every,
    payload: z.object({}),
    parallel: 1,
    tries: 1,
    run: async () => void (await work()),
  });
