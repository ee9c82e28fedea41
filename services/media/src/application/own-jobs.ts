import type { DriveId, JobView } from '@skyshelf/contracts';

export interface OwnJobs {
  /** Running, waiting in their order, and given up lately. */
  list(drive: DriveId): Promise<{ docs: JobView[]; open: number }>;
  /** Open ones. */
  ofElements(drive: DriveId, elementIds: readonly string[]): Promise<JobView[]>;
  /** They change places with the drive's first ones: no other drive waits longer. */
  prioritize(drive: DriveId, elementIds: readonly string[]): Promise<void>;
}

/** A user looks at these elements. @returns their open jobs */
export async function prioritizeJobs(
  jobs: OwnJobs,
  drive: DriveId,
  elementIds: readonly string[],
): Promise<JobView[]> {
  const open = await jobs.ofElements(drive, elementIds);
  if (open.some(({ state }) => state === 'waiting')) await jobs.prioritize(drive, elementIds);
  return open;
}
