import type { DriveId, JobView } from '@skyshelf/contracts';

/** The jobs of one drive, as its user sees them. */
export interface OwnJobs {
  /** Running ones, those that wait in their order, what was given up lately. */
  list(drive: DriveId): Promise<{ docs: JobView[]; open: number }>;
  /** The open ones of some elements. */
  ofElements(drive: DriveId, elementIds: readonly string[]): Promise<JobView[]>;
  /** Lets the jobs of some elements change places with those of the drive that would come first. No other drive waits longer for it. */
  prioritize(drive: DriveId, elementIds: readonly string[]): Promise<void>;
}

/** A user looks at these elements. @returns their jobs that wait or run */
export async function prioritizeJobs(
  jobs: OwnJobs,
  drive: DriveId,
  elementIds: readonly string[],
): Promise<JobView[]> {
  const open = await jobs.ofElements(drive, elementIds);
  if (open.some(({ state }) => state === 'waiting')) await jobs.prioritize(drive, elementIds);
  return open;
}
