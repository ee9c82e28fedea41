import type { DerivativeMade } from '@skyshelf/contracts';
import type { Job } from '../domain/job.js';
import { JobRefusal, reasonsOf, TryFailure } from '../domain/refusal.js';
import { effortSince, type Effort } from './effort.js';
import { unlessAborted } from './interruption.js';
import type { Kind, MadeFile, Source, Workspace } from './kind.js';
import type { Blobs, InWorkspace } from './ports.js';

/** A try under way, as the work sees it. */
export interface Run {
  /** Aborts with an `Interruption`. */
  signal: AbortSignal;
  /** Called when the tool begins with the source, by a kind that has a `quickMs`. */
  onMaking?(effort: Effort): void;
}

export type Derived = Pick<DerivativeMade, 'blobId' | 'bytes' | 'width' | 'height' | 'sourceDimensions'>;

/**
 * Makes the derived file of a job and gives it to storage. Null: it is no longer wanted.
 * @throws JobRefusal, TryFailure, Interruption; DomainError `service.unavailable` and the like when an outage is the trouble
 */
export type MakeDerivative = (kind: Kind, job: Job, run: Run) => Promise<Derived | null>;

export const createMakeDerivative =
  ({ blobs, inWorkspace }: { blobs: Blobs; inWorkspace: InWorkspace }): MakeDerivative =>
  (kind, job, run) =>
    inWorkspace(async (workspace) => {
      const source = await fetchSource(blobs, kind, job, workspace, run.signal);
      if (!source) return null;
      const { path, ...found } = await makeInTime(kind, source, workspace, run);
      const kept = await unlessAborted(run.signal, blobs.keep(job, path, run.signal));
      return kept && { ...found, ...kept };
    });

async function fetchSource(
  blobs: Blobs,
  { kind, maxSourceBytes }: Kind,
  { source }: Job,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<Source | null> {
  if ('url' in source) return source;
  const blob = await unlessAborted(signal, blobs.find(source.blobId));
  if (!blob) return null;
  if (blob.size > maxSourceBytes) throw new JobRefusal(reasonsOf(kind).tooLarge);
  const path = workspace.path('source');
  return (await unlessAborted(signal, blobs.download(blob, path, signal)))
    ? { path, bytes: blob.size }
    : null;
}

/** The tool's part, which must end in time. One that does not heed its signal holds nothing up all the same. */
async function makeInTime(kind: Kind, source: Source, workspace: Workspace, run: Run): Promise<MadeFile> {
  const inner = new AbortController();
  const timer = setTimeout(() => inner.abort(new TryFailure('tooSlow')), kind.timeoutMs);
  const signal = AbortSignal.any([run.signal, inner.signal]);
  try {
    return await unlessAborted(
      signal,
      kind.make(source, workspace, signal, (cpuTime) => run.onMaking?.(effortSince(cpuTime))),
    );
  } finally {
    clearTimeout(timer);
  }
}
