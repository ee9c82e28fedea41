import { backoffMs, type DriveId } from '@skyshelf/contracts';
import { defineJobKind, type JobKind, type JobRequest } from '@skyshelf/jobs';
import { z } from 'zod';
import { becomesAlmostFull, quotaOf, type DriveRoom } from '../domain/drive-room.js';

const QUOTA_KIND = 'quota-notice';
const retryPauses = { firstMs: 2_000, maxMs: 600_000 };

const payload = z.object({ version: z.number(), used: z.number(), quota: z.number() });
export type QuotaCrossing = z.infer<typeof payload>;

export function quotaNotices(
  before: DriveRoom,
  after: DriveRoom,
  { drive, version }: { drive: DriveId; version: number },
): Omit<JobRequest, 'drive'>[] {
  if (!becomesAlmostFull(before, after)) return [];
  const crossing: QuotaCrossing = { version, used: after.used, quota: quotaOf(after) };
  return [{ key: `${QUOTA_KIND}:${drive}:${version}`, kind: QUOTA_KIND, payload: crossing }];
}

/** A drive emptied since is reported too: it was almost full. */
export const quotaKind = (
  say: (drive: DriveId, crossing: QuotaCrossing) => Promise<unknown>,
): JobKind<unknown> =>
  defineJobKind({
    kind: QUOTA_KIND,
    payload,
    parallel: 1,
    tries: 20,
    keptMs: 0,
    pauseMs: (tries) => backoffMs(retryPauses, tries),
    run: async ({ drive, payload: crossing }) => {
      if (drive) await say(drive, crossing);
    },
  });
