import {
  blobOfAddress,
  DomainError,
  withFieldNames,
  type BlobId,
  derivedName,
  fileAddress,
  isDerivedFile,
  livePath,
  type DerivedFile,
  type ErrorCode,
} from '@skyshelf/contracts';
import type { Caller, Reach } from '@skyshelf/tokens';
import { decideConversion, isShown, type MakingStatus } from '../domain/conversion.js';
import { mayRetry } from '../domain/refusal.js';
import type { Elements, OwnElement, DemandedJobs } from './ports.js';
import type { JobRequest } from './job.js';

export interface FileNamed {
  id: string;
  linkurl: string;
}

type OwnFile = OwnElement & { blobId: BlobId };

/** @throws DomainError element.not-found; input.invalid for a folder or a link */
export async function ownFile(elements: Elements, reach: Reach, id: string): Promise<OwnFile> {
  const found = await withFieldNames({ elementId: 'id' }, () => elements.own(reach, id));
  const { blobId, ...element } = found;
  if (blobId === null)
    throw new DomainError('input.invalid', { field: 'id', message: 'Only uploaded files are converted.' });
  return { ...element, blobId };
}

/** @throws DomainError as `ownFile`; input.invalid for the address of something else */
export async function demandedFile(
  elements: Elements,
  reach: Reach,
  { id, linkurl }: FileNamed,
): Promise<OwnFile> {
  const file = await ownFile(elements, reach, id);
  if (blobOfAddress(linkurl) === file.blobId) return file;
  throw new DomainError('input.invalid', {
    field: 'linkurl',
    message: 'This is not the address of the file.',
  });
}

export type Converted = { ok: true; openElement: string } | { wait: true; percent?: number; live?: string };
export type Owner = Pick<Caller, 'drive' | 'scope' | 'sub'>;

export interface ConversionDeps {
  elements: Elements;
  jobs: DemandedJobs;
  wake(): void;
  pause(ms: number): Promise<unknown>;
  canMake(kind: Conversion['kind']): Promise<boolean>;
  /** No call waits any longer once the process is stopping. */
  isStopping(): boolean;
  now(): Date;
  /** The size of the largest film that is converted. */
  maxVideoBytes: number;
}

export interface Conversion {
  kind: 'pdf' | 'mp4';
  failure: ErrorCode;
  /** Milliseconds a call waits. */
  waitMs: number;
  extension?: string;
}

const LOOK_MS = 50;
/**
 * Retries, when it is opened some time later, a conversion that ran out of time.
 * @throws DomainError the failure of the conversion
 */
export async function awaitConversion(
  deps: ConversionDeps,
  owner: Owner,
  named: FileNamed,
  file: OwnFile,
  conversion: Conversion,
): Promise<Converted> {
  const { kind, failure } = conversion;
  const known = file.derived[kind];
  if (isDerivedFile(known)) return convertedTo(known, owner, conversion);
  if (known && !mayRetry(known.failed)) throw new DomainError(failure, { reason: known.failed });
  // No job waits for a program.
  if (!(await deps.canMake(kind))) throw new DomainError(failure);
  const until = deps.now().getTime() + conversion.waitMs;
  const job = await deps.jobs.demand(requestOf(file, owner, conversion));
  deps.wake();
  for (let isFirst = true; ; isFirst = false) {
    const standing = await deps.jobs.standing(job);
    const next = decideConversion(standing, isFirst, deps.now());
    if (next === 'fail') throw new DomainError(failure, { reason: standing?.reason ?? undefined });
    if (standing?.state === 'done') {
      const { derived } = await demandedFile(deps.elements, owner, named);
      const made = derived[kind];
      if (isDerivedFile(made)) return convertedTo(made, owner, conversion);
    }
    if (next === 'again') {
      await deps.jobs.again(job);
      deps.wake();
    }
    if (deps.now().getTime() >= until || deps.isStopping() || isShown(standing)) return waiting(standing);
    await deps.pause(LOOK_MS);
  }
}

const waiting = (standing: MakingStatus | null): Converted => {
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

const convertedTo = ({ blobId }: DerivedFile, { sub }: Owner, { kind }: Conversion): Converted => ({
  ok: true,
  openElement: fileAddress(blobId, sub, derivedName(kind)),
});
