import { DomainError, type DriveId, internalRoutes } from '@skyshelf/contracts';
import { ask } from '@skyshelf/peers';
import { countDrives, drivesOf, findDrive } from '../drives.js';
import { type Installation, type StreamService, streamServices } from '../installation.js';
import { type Caller, ProgressReporter, type Report, silentCaller } from '../report.js';
import { mapConcurrently } from '../map-concurrently.js';
import { type DrivePosition, positionText } from './drive-position.js';

export interface Rebuilt extends DrivePosition {
  rows: number;
  version: number;
}

export interface RebuildReport extends Report {
  done: number;
  rebuilt: Rebuilt[];
  /** Failed, or unsound afterwards; the first thousand. */
  failed: (DrivePosition & { message: string })[];
}

export interface RebuildOptions {
  drive?: DriveId;
  /** It is exclusive. */
  after?: DrivePosition;
}

/** Drives mostly wait for readers of old rows. */
const AT_A_TIME = 8;
const MOST_TOLD = 1_000;

/**
 * Drives are checked afterwards. A failing one keeps its model; others go on. Progress says where to resume.
 * @throws DomainError `input.invalid` for an unknown drive
 */
export async function runRebuild(
  installation: Installation,
  options: RebuildOptions = {},
  caller: Caller = silentCaller,
): Promise<RebuildReport> {
  const run = { done: 0, seen: 0, rebuilt: [] as Rebuilt[], failed: [] as RebuildReport['failed'] };
  const mark = new LowWatermark<DrivePosition>();
  const teller = new ProgressReporter(caller, installation.now);
  const total = options.drive ? null : await countAll(installation);
  const work = async (position: DrivePosition) => {
    const ended = mark.begin(position);
    try {
      const rebuilt = await rebuildOne(installation, position);
      run.done += 1;
      if (run.rebuilt.length < MOST_TOLD) run.rebuilt.push(rebuilt);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (run.failed.length < MOST_TOLD) run.failed.push({ ...position, message });
    }
    ended();
    run.seen += 1;
    const resume = mark.value ? `--after ${positionText(mark.value)}` : undefined;
    teller.tell({ step: 'drives rebuilt', done: run.seen, total, resume });
  };
  await mapConcurrently(chosen(installation, options), AT_A_TIME, work, caller.signal);
  const { done, seen, rebuilt, failed } = run;
  if (options.drive && seen === 0) {
    throw new DomainError('input.invalid', {
      field: 'drive',
      message: `There is no drive ${options.drive}.`,
    });
  }
  return { done, rebuilt, failed, text: textOf(run), exitCode: seen > done ? 1 : 0 };
}

async function countAll(installation: Installation): Promise<number> {
  const counts = await Promise.all(streamServices.map((service) => countDrives(installation, service)));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Order: by service, then by id. */
async function* chosen(
  installation: Installation,
  { drive, after }: RebuildOptions,
): AsyncGenerator<DrivePosition> {
  const first = after ? streamServices.indexOf(after.service) : 0;
  for (const service of streamServices.slice(first)) {
    if (drive) {
      if (await findDrive(installation, service, drive)) yield { service, drive };
      continue;
    }
    const behind = after?.service === service ? after.drive : null;
    for await (const each of drivesOf(installation, service, behind)) yield { service, drive: each.drive };
  }
}

async function rebuildOne({ peers }: Installation, { service, drive }: DrivePosition): Promise<Rebuilt> {
  const call = { service, params: { drive } };
  const done = await ask(peers, internalRoutes.driveRebuild, call);
  const { problems } = await ask(peers, internalRoutes.driveCheck, call);
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join(' '));
  return { service, drive, ...done };
}

/** Listed one by one. */
const FEW = 20;

function textOf({
  done,
  seen,
  rebuilt,
  failed,
}: Omit<RebuildReport, 'text' | 'exitCode'> & { seen: number }): string {
  const named = seen > FEW ? [] : rebuilt;
  return [
    ...named.map((each) => `✓ ${nameOf(each)}: ${each.rows} rows at version ${each.version}`),
    ...failed.map((each) => `✗ ${nameOf(each)}: ${each.message}`),
    `${done} rebuilt, ${seen - done} failed`,
  ].join('\n');
}

const nameOf = ({ service, drive }: { service: StreamService; drive: DriveId }): string =>
  `${service} ${drive}`;

/** Finds, with concurrent work, the last item before which all are done. */
export class LowWatermark<T> {
  private readonly underWay: { item: T; done: boolean }[] = [];
  /** It is null before the first. */
  value: T | null = null;

  /** @returns call it when the item is done */
  begin(item: T): () => void {
    const entry = { item, done: false };
    this.underWay.push(entry);
    return () => {
      entry.done = true;
      while (this.underWay[0]?.done) this.value = this.underWay.shift()?.item ?? this.value;
    };
  }
}
