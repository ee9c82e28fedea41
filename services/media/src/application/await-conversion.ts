import {
  blobOfAddress,
  DomainError,
  withFieldNames,
  type BlobId,
  type DriveId,
  derivedName,
  fileAddress,
  isDerivedFile,
  livePath,
  type DerivedResult,
  type ErrorCode,
} from '@skyshelf/contracts';
import type { Caller } from '@skyshelf/tokens';
import type { Elements, OwnElement, DemandedJobs, JobStanding } from './ports.js';
import type { JobRequest } from './job.js';

/** The address is a second check. */
export interface FileNamed {
  id: string;
  linkurl: string;
}

type OwnFile = OwnElement & { blobId: BlobId };

/** @throws DomainError element.not-found; input.invalid for a folder or a link */
export async function ownFile(elements: Elements, drive: DriveId, id: string): Promise<OwnFile> {
  const found = await withFieldNames({ elementId: 'id' }, () => elements.own(drive, id));
  const { blobId, ...element } = found;
  if (blobId === null)
    throw new DomainError('input.invalid', { field: 'id', message: 'Only uploaded files are converted.' });
  return { ...element, blobId };
}

/** @throws DomainError as `ownFile`; input.invalid for the address of something else */
export async function demandedFile(
  elements: Elements,
  drive: DriveId,
  { id, linkurl }: FileNamed,
): Promise<OwnFile> {
  const file = await ownFile(elements, drive, id);
  if (blobOfAddress(linkurl) === file.blobId) return file;
  throw new DomainError('input.invalid', {
    field: 'linkurl',
    message: 'This is not the address of the file.',
  });
}

export type Converted = { ok: true; openElement: string } | { wait: true; percent?: number; live?: string };
export type Owner = Pick<Caller, 'drive' | 'sub'>;

export interface ConversionDeps {
  elements: Elements;
  jobs: DemandedJobs;
  wake(): void;
  pause(ms: number): Promise<unknown>;
  /** Also where other processes have that work. */
  canMake(kind: Conversion['kind']): Promise<boolean>;
  /** Then no call waits any longer. */
  isStopping(): boolean;
  now(): Date;
  /** Of a film to convert. */
  maxVideoBytes: number;
}

export interface Conversion {
  kind: 'pdf' | 'mp4';
  failure: ErrorCode;
  /** Milliseconds a call waits. */
  waitMs: number;
  extension?: string;
}

/** Milliseconds. */
const LOOK_MS = 50;
/** By then catalog knows what was made, milliseconds. */
const HEARD_MS = 30_000;

/** @throws DomainError the failure of the conversion */
export async function awaitConversion(
  deps: ConversionDeps,
  owner: Owner,
  named: FileNamed,
  file: OwnFile,
  conversion: Conversion,
): Promise<Converted> {
  const found = resultOf(file.derived[conversion.kind], owner, conversion);
  if (found) return found;
  // No job waits for a program.
  if (!(await deps.canMake(conversion.kind))) throw new DomainError(conversion.failure);
  const until = deps.now().getTime() + conversion.waitMs;
  const job = await deps.jobs.demand(requestOf(file, owner, conversion));
  deps.wake();
  for (;;) {
    const standing = await deps.jobs.standing(job);
    if (standing?.state === 'failed')
      throw new DomainError(conversion.failure, { reason: standing.reason ?? undefined });
    if (standing?.state === 'done') {
      const { derived } = await demandedFile(deps.elements, owner.drive, named);
      const made = resultOf(derived[conversion.kind], owner, conversion);
      if (made) return made;
    }
    if (isLost(standing, deps.now())) {
      await deps.jobs.again(job);
      deps.wake();
    }
    if (deps.now().getTime() >= until || deps.isStopping() || isShown(standing)) return waiting(standing);
    await deps.pause(LOOK_MS);
  }
}

const isShown = (standing: JobStanding | null): standing is JobStanding & { live: string } =>
  standing?.state === 'running' && typeof standing.live === 'string';

const waiting = (standing: JobStanding | null): Converted => {
  const percent = standing?.percent ?? null;
  return {
    wait: true,
    ...(percent !== null && { percent }),
    ...(isShown(standing) && { live: livePath(standing.live) }),
  };
};

const requestOf = (
  { id: elementId, blobId }: OwnFile,
  { drive, sub }: Owner,
  { kind, extension }: Conversion,
): JobRequest => ({
  kind,
  drive,
  elementId,
  actor: sub,
  trace: null,
  source: { blobId },
  ...(extension !== undefined && { extension }),
});

function resultOf(
  result: DerivedResult | undefined,
  { sub }: Owner,
  { kind, failure }: Conversion,
): Converted | null {
  if (!result) return null;
  if (!isDerivedFile(result)) throw new DomainError(failure, { reason: result.failed });
  return { ok: true, openElement: fileAddress(result.blobId, sub, derivedName(kind)) };
}

/** Dropped, or what it made is gone: nothing comes of it by itself. */
const isLost = (standing: JobStanding | null, now: Date): boolean =>
  standing?.state === 'dropped' ||
  (standing?.state === 'done' && now.getTime() - (standing.ended?.getTime() ?? 0) > HEARD_MS);
